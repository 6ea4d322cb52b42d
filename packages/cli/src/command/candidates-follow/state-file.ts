import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { StateStore } from '@boardwalk/sdk'
import { z } from 'zod'
import { exitCode, Failure } from '../../failure.ts'
import { takeLock } from '../../lock.ts'
import { describeError, isNoSuchFile, resolvePath, tryParseJson, writeWholeFile } from '../../stored-file.ts'

/** What a state belongs to: one board, one job or all jobs, and candidates with or without their changes. */
interface FollowTarget {
  /** Address of the board's API. */
  board: string
  /** External id of the job; null for all jobs. */
  job: string | null
  /** Whether the follow has `--changes`. */
  hasChanges: boolean
}

const Content = z.strictObject({
  board: z.string(),
  job: z.string().nullable(),
  /** Present for a follow with `--changes`, whose cursor has another meaning. */
  changes: z.literal(true).optional(),
  /** Id of the company; null until the first poll. */
  company: z.string().nullable(),
  /** Every candidate up to this date was taken. */
  cursor: z.iso.datetime().nullable(),
})
type Content = z.infer<typeof Content>

/** The state of a follow in a file. Only one process can use it at a time. */
export interface StateFile extends StateStore {
  close(): Promise<void>
}

/** Opens or creates the file. Throws a Failure if another process uses it, it belongs to another board or job, or it cannot be written. */
export async function openStateFile(name: string, target: FollowTarget): Promise<StateFile> {
  const path = await resolvePath(name).catch((cause: unknown) => {
    const message = `${name} cannot be written: there is no folder ${dirname(resolve(name))}`
    throw new Failure(message, exitCode.failure, { cause })
  })
  const lock = await takeLock(path)
  if (typeof lock === 'string') throw new Failure(`${name} is in use by ${lock}; give each follow its own --state`)
  let content: Content = (await readContent(name, path)) ?? createContent(target)
  checkSame(name, content, target)
  const write = async () => {
    try {
      await writeWholeFile(path, `${JSON.stringify(content, null, 2)}\n`)
    } catch (error) {
      throw new Failure(`${name} cannot be written: ${describeError(error)}`, exitCode.failure, { cause: error })
    }
  }
  // Writes now, because a state that cannot be saved would give the same candidates again and again.
  await write()
  return {
    /** Reads the cursor. `key` begins with the company's id. Throws a Failure if the state belongs to another company. */
    async load(key) {
      const [company = ''] = key.split('/')
      const { company: owner, cursor } = content
      if (owner !== null && owner !== company)
        throw new Failure(
          `${name} belongs to company ${owner}, but the key belongs to ${company}. Give another --state`,
        )
      content = { ...content, company }
      return cursor ?? undefined
    },
    async save(_key, cursor) {
      content = { ...content, cursor }
      await write()
    },
    close: () => lock.release(),
  }
}

async function readContent(name: string, path: string): Promise<Content | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isNoSuchFile(error)) return undefined
    throw new Failure(`${name} cannot be read: ${describeError(error)}`, exitCode.failure, { cause: error })
  }
  const content = Content.safeParse(tryParseJson(text))
  if (content.success) return content.data
  throw new Failure(
    `${name} is not a state file of follow, or is damaged. Remove it to start from the beginning, or give another --state`,
  )
}

const createContent = ({ board, job, hasChanges }: FollowTarget): Content => ({
  board,
  job,
  ...(hasChanges && { changes: true }),
  company: null,
  cursor: null,
})

function checkSame(name: string, content: Content, { board, job, hasChanges }: FollowTarget): void {
  if (content.board !== board)
    throw new Failure(
      `${name} belongs to the board at ${content.board}, not ${board}. Give another --state, or change "board" in the file if the board has moved`,
    )
  if (content.job !== job)
    throw new Failure(`${name} belongs to ${formatJob(content.job)}, not ${formatJob(job)}. Give another --state`)
  // A state without changes does not know which of the earlier changes were taken.
  if ((content.changes === true) !== hasChanges)
    throw new Failure(
      `${name} belongs to a follow ${hasChanges ? 'without' : 'with'} --changes. Give another --state, which begins with the first candidate`,
    )
}

const formatJob = (job: string | null) => (job === null ? 'all jobs' : `job ${JSON.stringify(job)}`)
