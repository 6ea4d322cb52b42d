import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Candidate } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { writeWholeFile } from '../../whole-file.ts'
import { createFileStem } from './file-name.ts'

/** The outcome for one candidate's CV. */
export interface Outcome {
  id: string
  /** `existing`: the file was already there. `none`: the application has no CV. */
  status: 'downloaded' | 'existing' | 'none' | 'failed'
  /** Path of the file; null without a file. */
  file: string | null
  error: { message: string } | null
}

/** The content types that a CV may have, with the ending of the file. An HTML page of a proxy is not a CV. */
const endings: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.oasis.opendocument.text': '.odt',
}

const concurrency = 4
const timeoutMs = 60_000
const pausesMs = [500, 2_000]
const temporaryStatuses = [408, 429, 500, 502, 503, 504]

/** Saves each candidate's CV in the folder unless it is already there. Gives one outcome per candidate, in any order. */
export async function* downloadCvs(candidates: AsyncIterable<Candidate>, folder: string): AsyncGenerator<Outcome> {
  const existing = new Map((await readdir(folder)).map((name) => [removeEnding(name), name]))
  const saveCv = async (candidate: Candidate): Promise<Outcome> => {
    const { id, cv } = candidate
    try {
      const stem = createFileStem(candidate)
      const found = existing.get(stem)
      if (found !== undefined) return { id, status: 'existing', file: join(folder, found), error: null }
      if (cv === '') return { id, status: 'none', file: null, error: null }
      const { ending, content } = await fetchCv(cv)
      const file = join(folder, stem + ending)
      await writeWholeFile(file, content)
      return { id, status: 'downloaded', file, error: null }
    } catch (error) {
      return { id, status: 'failed', file: null, error: { message: describeFetchError(error) } }
    }
  }
  yield* pMapIterable(candidates, saveCv, { concurrency, preserveOrder: false })
}

/** Removes the ending of a file's name. Normalises it, because some systems store accented letters in another form. */
const removeEnding = (name: string) =>
  name.normalize('NFC').slice(0, name.normalize('NFC').length - extname(name).length)

/** The link answered with something else than a CV; `isTemporary` if another try may help. */
class NotACv extends Error {
  readonly isTemporary: boolean

  constructor(message: string, isTemporary: boolean) {
    super(message)
    this.isTemporary = isTemporary
  }
}

/** Fetches a CV, and tries again after temporary failures. The link is signed, so the API key is not sent. */
async function fetchCv(url: string): Promise<{ ending: string; content: Uint8Array }> {
  for (let failures = 0; ; failures++) {
    try {
      return await requestCv(url)
    } catch (error) {
      const pauseMs = pausesMs[failures]
      if (pauseMs === undefined || (error instanceof NotACv && !error.isTemporary)) throw error
      await sleep(pauseMs)
    }
  }
}

async function requestCv(url: string): Promise<{ ending: string; content: Uint8Array }> {
  const res = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!res.ok) throw new NotACv(`the link answered with ${res.status}`, temporaryStatuses.includes(res.status))
  const type = res.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endings[type]
  if (ending === undefined)
    throw new NotACv(`the link answered with ${type || 'no content type'}, which is not a CV`, false)
  return { ending, content: new Uint8Array(await res.arrayBuffer()) }
}

/** Describes why a download failed. `fetch` itself only says "fetch failed"; the reason is in the error's cause. */
function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
