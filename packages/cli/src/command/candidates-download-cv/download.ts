import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Candidate } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { writeWholeFile } from '../../whole-file.ts'
import { fileStemOf } from './file-name.ts'

/** What became of one candidate's CV. */
export interface Outcome {
  id: string
  /** `existing` was there already; `none` is an application without a CV. */
  status: 'downloaded' | 'existing' | 'none' | 'failed'
  /** Path of the file; null where there is none. */
  file: string | null
  error: { message: string } | null
}

/** Endings of the files that are taken for a CV; a page of a proxy is none. */
const endings: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.oasis.opendocument.text': '.odt',
}

const concurrency = 4
const timeoutMs = 60_000
const pausesMs = [500, 2_000]
const passingStatuses = [408, 429, 500, 502, 503, 504]

/** Brings each candidate's CV into the folder, but for those that are there; tells of each as it is done. */
export async function* downloadCvs(candidates: AsyncIterable<Candidate>, folder: string): AsyncGenerator<Outcome> {
  const existing = new Map((await readdir(folder)).map((name) => [stemIn(name), name]))
  const outcomeOf = async (candidate: Candidate): Promise<Outcome> => {
    const { id, cv } = candidate
    const stem = fileStemOf(candidate)
    const found = existing.get(stem)
    if (found !== undefined) return { id, status: 'existing', file: join(folder, found), error: null }
    if (cv === '') return { id, status: 'none', file: null, error: null }
    try {
      const { ending, content } = await fetchCv(cv)
      const file = join(folder, stem + ending)
      await writeWholeFile(file, content)
      return { id, status: 'downloaded', file, error: null }
    } catch (error) {
      return { id, status: 'failed', file: null, error: { message: reasonOf(error) } }
    }
  }
  yield* pMapIterable(candidates, outcomeOf, { concurrency, preserveOrder: false })
}

/** A file's name without its ending; some systems store letters in another form than they were given. */
const stemIn = (name: string) => name.normalize('NFC').slice(0, name.normalize('NFC').length - extname(name).length)

/** An answer that is no CV. */
class NoCv extends Error {
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

/** The link is signed: it needs no key, and gets none. */
async function fetchCv(url: string): Promise<{ ending: string; content: Uint8Array }> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(url)
    } catch (error) {
      const pauseMs = pausesMs[failures]
      if (pauseMs === undefined || (error instanceof NoCv && !error.isPassing)) throw error
      await sleep(pauseMs)
    }
  }
}

async function attempt(url: string): Promise<{ ending: string; content: Uint8Array }> {
  const res = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!res.ok) throw new NoCv(`its link was answered with ${res.status}`, passingStatuses.includes(res.status))
  const type = res.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endings[type]
  if (ending === undefined) throw new NoCv(`its link was answered with ${type || 'no content type'}, no CV`, false)
  return { ending, content: new Uint8Array(await res.arrayBuffer()) }
}

/** `fetch` says "fetch failed"; why stands in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
