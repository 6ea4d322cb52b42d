import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Candidate, StateStore } from '@boardwalk/sdk'
import { z } from 'zod'
import { exitCode, Failure } from '../../failure.ts'
import { writeWholeFile } from '../../whole-file.ts'
import { type Lock, takeLock } from './lock.ts'

/** Whose candidates a state counts. */
export interface Followed {
  /** Address of the board's API. */
  board: string
  /** External id of the one job; null for all. */
  job: string | null
}

const Content = z.strictObject({
  board: z.string(),
  job: z.string().nullable(),
  /** Known from the first candidate on. */
  company: z.string().nullable(),
  /** Date of the last candidate that was taken. */
  cursor: z.iso.datetime().nullable(),
})
type Content = z.infer<typeof Content>

/** How far a follow came, in a file that it alone has. */
export class StateFile implements StateStore {
  readonly #name: string
  readonly #path: string
  readonly #lock: Lock
  #content: Content
  /** The candidate that is on its way to the consumer. */
  #received: Candidate | undefined

  private constructor(name: string, path: string, lock: Lock, content: Content) {
    this.#name = name
    this.#path = path
    this.#lock = lock
    this.#content = content
  }

  /** Throws a Failure where another process has the file, it is not of this board and job, or it cannot be written. */
  static async open(name: string, followed: Followed): Promise<StateFile> {
    const path = await realPathOf(name)
    const lock = await takeLock(path)
    if (typeof lock === 'string')
      throw new Failure(`${name} is in use by ${lock}; each follow needs a --state of its own`)
    const content = (await readContent(name, path)) ?? { ...followed, company: null, cursor: null }
    checkSame(name, content, followed)
    const state = new StateFile(name, path, lock, content)
    // Before the first candidate: one whose state cannot be saved would come again and again.
    await state.#write(content)
    return state
  }

  async load(): Promise<string | undefined> {
    return this.#content.cursor ?? undefined
  }

  /** Hears of each candidate before the consumer does. Throws where it is another company's. */
  receive(candidate: Candidate): void {
    const { company } = this.#content
    if (company !== null && company !== candidate.companyId)
      throw new Failure(
        `${this.#name} is of company ${company}, and the key is of ${candidate.companyId}; give another --state`,
      )
    this.#received = candidate
  }

  /**
   * Saves the cursor where it is the date of the candidate that was received last, and no other: only a candidate shows
   * whose key it is, and the instant up to which another company's list is whole would skip candidates of this one.
   */
  async save(_key: string, cursor: string): Promise<void> {
    if (this.#received?.date === cursor) await this.saveReceived()
  }

  /** Moves past the candidate that was received last, if there was one. */
  async saveReceived(): Promise<void> {
    if (this.#received === undefined) return
    const { companyId: company, date: cursor } = this.#received
    await this.#write({ ...this.#content, company, cursor })
  }

  async #write(content: Content): Promise<void> {
    this.#content = content
    try {
      await writeWholeFile(this.#path, `${JSON.stringify(content, null, 2)}\n`)
    } catch (error) {
      throw new Failure(`${this.#name} cannot be written: ${reasonOf(error)}`, exitCode.failure, { cause: error })
    }
  }

  close(): Promise<void> {
    return this.#lock.release()
  }
}

/** The file itself behind every link, which is what is locked and replaced. */
async function realPathOf(name: string): Promise<string> {
  const found = await realpath(name).catch(() => undefined)
  if (found !== undefined) return found
  const folder = dirname(resolve(name))
  try {
    return join(await realpath(folder), basename(name))
  } catch (error) {
    throw new Failure(`${name} cannot be written: there is no folder ${folder}`, exitCode.failure, { cause: error })
  }
}

async function readContent(name: string, path: string): Promise<Content | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Failure(`${name} cannot be read: ${reasonOf(error)}`, exitCode.failure, { cause: error })
  }
  const content = Content.safeParse(jsonOf(text))
  if (content.success) return content.data
  throw new Failure(
    `${name} is not the state of a follow, or is damaged; remove it to begin anew, or give another --state`,
  )
}

function checkSame(name: string, content: Content, { board, job }: Followed): void {
  if (content.board !== board)
    throw new Failure(
      `${name} is of the board at ${content.board}, not ${board}; give another --state, or change "board" in it if the board has moved`,
    )
  if (content.job !== job)
    throw new Failure(`${name} is of ${named(content.job)}, not ${named(job)}; give another --state`)
}

const named = (job: string | null) => (job === null ? 'all jobs' : `job ${JSON.stringify(job)}`)
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
