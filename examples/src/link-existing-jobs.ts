import { readFile } from 'node:fs/promises'
import { Boardwalk, type Link } from '@boardwalk/sdk'

/*
 * Gives your ids to jobs that the board already has. It matches each job without an id with one of yours by the title.
 *   npx tsx link-existing-jobs.ts ours.json     the file holds [{"id": "A-1", "title": "Comptable"}, …]
 */

const [file = 'ours.json'] = process.argv.slice(2)
const ours: { id: string; title: string }[] = JSON.parse(await readFile(file, 'utf8'))
const normalise = (title: string) => title.trim().toLowerCase()
const idByTitle = new Map(ours.map(({ id, title }) => [normalise(title), id]))

// Address and key come from BOARDWALK_URL and BOARDWALK_API_KEY.
const boardwalk = new Boardwalk()
const links: Link[] = []

for await (const { id, jobId, title } of boardwalk.jobs.list({ pageSize: 100 })) {
  if (id !== null) continue
  const externalJobId = idByTitle.get(normalise(title))
  if (externalJobId === undefined) console.error(`job ${jobId}, ${title}: no job of ours has this title`)
  else links.push({ platformJobId: jobId, externalJobId })
}

const { results } = await boardwalk.jobs.link(links)
for (const { platformJobId, externalJobId, status, currentExternalJobId } of results) {
  // The SDK asks again if no answer comes. A job that the first request linked is then `already_linked` with your id.
  const hasOurId = status === 'linked' || currentExternalJobId === externalJobId
  console.log(platformJobId, externalJobId, hasOurId ? 'linked' : status)
  // If two jobs have the same title, the first one gets the id.
  if (!hasOurId) process.exitCode = 1
}
