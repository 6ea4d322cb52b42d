import { readFile } from 'node:fs/promises'
import { Boardwalk, type Link } from '@boardwalk/sdk'

/*
 * Gives your ids to jobs that the board had before you: those without an id are matched with yours by their title.
 *   npx tsx link-existing-jobs.ts ours.json     the file holds [{"id": "A-1", "title": "Comptable"}, …]
 */

const [file = 'ours.json'] = process.argv.slice(2)
const ours: { id: string; title: string }[] = JSON.parse(await readFile(file, 'utf8'))
const comparable = (title: string) => title.trim().toLowerCase()
const idOfTitle = new Map(ours.map(({ id, title }) => [comparable(title), id]))

// Address and key come from BOARDWALK_URL and BOARDWALK_API_KEY.
const boardwalk = new Boardwalk()
const links: Link[] = []

for await (const { id, jobId, title } of boardwalk.jobs.list({ pageSize: 100 })) {
  if (id !== null) continue
  const externalJobId = idOfTitle.get(comparable(title))
  if (externalJobId === undefined) console.error(`job ${jobId}, ${title}: none of ours has this title`)
  else links.push({ platformJobId: jobId, externalJobId })
}

const { results } = await boardwalk.jobs.link(links)
for (const { platformJobId, externalJobId, status } of results) console.log(platformJobId, externalJobId, status)

// Two jobs of one title claim the same id, and the first of them has it.
if (results.some(({ status }) => status !== 'linked')) process.exitCode = 1
