import { readFile } from 'node:fs/promises'
import { Boardwalk, type JobUpsert } from '@boardwalk/sdk'

/*
 * Publishes a feed: creates new jobs, and updates changed ones. You may run it again at any time.
 *   npx tsx publish-a-feed.ts jobs.json         the file holds {"jobs": [{"id": "A-1", "title": "Comptable", …}, …]}
 */

const [file = 'jobs.json'] = process.argv.slice(2)
const { jobs }: { jobs: JobUpsert[] } = JSON.parse(await readFile(file, 'utf8'))

// Address and key come from BOARDWALK_URL and BOARDWALK_API_KEY.
const boardwalk = new Boardwalk()
// A newer board may have other words for what it did.
const counts: Record<string, number> = { created: 0, updated: 0, unchanged: 0, failed: 0, unconfirmed: 0 }

for await (const { index, id, status, error } of boardwalk.jobs.upsertMany(jobs)) {
  counts[status] = (counts[status] ?? 0) + 1
  // A refused job does not affect the others.
  if (error !== null) console.error(`jobs[${index}], ${id}: ${error.message}`)
}

console.log(counts)
// The answer for an unconfirmed job was lost: run the program again to make sure.
if (counts.failed || counts.unconfirmed) process.exitCode = 1
