import { mkdir, rm, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Boardwalk, type Candidate } from '@boardwalk/sdk'
import { fileState } from '@boardwalk/sdk/file-state'

/*
 * Stores every candidate of your jobs, past and future, until Ctrl-C, and removes those whom a user of the board erases. The next
 * start continues where this one stopped.
 *   npx tsx follow-candidates.ts                writes candidates/<id>.json, and the CV as <id>.pdf, .docx or .odt
 */

const stop = new AbortController()
process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())

// Address and key come from BOARDWALK_URL and BOARDWALK_API_KEY.
const boardwalk = new Boardwalk()
const state = fileState('boardwalk-state.json')
await mkdir('candidates', { recursive: true })

const changes = boardwalk.candidates.follow({ changes: true, state, signal: stop.signal, onPoll: reportOutage })
for await (const { change, candidate } of changes) {
  if (change === 'erased') await erase(candidate)
  else await store(candidate)
  console.log(change, candidate.id, candidate.offerId, candidate.status)
}

/** Removes all that is stored of a person, and tells the board. If the board does not hear it, the next start does both again. */
async function erase({ id }: Candidate): Promise<void> {
  for (const extension of ['json', 'pdf', 'docx', 'odt']) await rm(`candidates/${id}.${extension}`, { force: true })
  await boardwalk.candidates.confirmErasure(id)
}

/**
 * Stores a candidate. It must not end before the candidate is safe, because the state moves on when the loop asks for the
 * next one. After a crash the last candidate may come again; then the same files are written a second time.
 */
async function store(candidate: Candidate): Promise<void> {
  const { cv: _, ...fields } = candidate
  await writeFile(`candidates/${candidate.id}.json`, JSON.stringify(fields, null, 2))
  // A CV that cannot be fetched now must not hold up the people who come after. `boardwalk candidates download-cv` gets it later.
  const cv = await boardwalk.candidates.downloadCv(candidate).catch((error: Error) => {
    console.error(`The CV of ${candidate.id} was not fetched: ${error.message}`)
  })
  if (cv !== undefined) await writeFile(`candidates/${candidate.id}${extname(new URL(candidate.cv).pathname)}`, cv)
}

function reportOutage({ error, pauseMs }: { error: unknown; pauseMs: number }): void {
  if (error !== undefined)
    console.error(`The board does not answer. Next try in ${Math.round(pauseMs / 1000)} s:`, error)
}
