import type { Boardwalk, FollowOptions, PollOutcome, StateStore } from '@boardwalk/sdk'
import { type ExitCode, exitCode, UsageFailure } from '../../failure.ts'
import { isSameFile } from '../../input.ts'
import type { Output } from '../../output.ts'
import { type Interruption, type Run, runInterruptible } from '../../shell.ts'
import type { Consumer, Entry } from './consumer.ts'
import { createDeliverer } from './deliver.ts'
import { createExecutor } from './exec.ts'
import { type FailedFile, openFailedFile } from './failed-file.ts'
import { createPrinter } from './print.ts'
import { openStateFile, type StateFile } from './state-file.ts'

interface FollowSettings {
  options: Pick<FollowOptions, 'externalJobId' | 'since' | 'once' | 'intervalMs'>
  /** Whether to follow changes and erasures too. */
  hasChanges: boolean
  /** Path of the state file; undefined to store nothing. */
  stateName: string | undefined
  /** The command of `--exec`. */
  exec: string | undefined
  /** The address of `--post`, and the file with the secret. Without `exec` and `post` the candidates are printed. */
  post: { url: string; secretFile: string } | undefined
  /** Path of the file for candidates that are given up; undefined to try for ever. */
  failedName: string | undefined
  /** After how many tries a candidate is given up. */
  triesMax: number | undefined
}

/** Gives each candidate to a consumer, and moves the state only after the consumer has taken it. */
export async function follow(run: Run, boardwalk: Boardwalk, settings: FollowSettings): Promise<ExitCode> {
  const { world, output } = run
  const { options, hasChanges, stateName, failedName, triesMax } = settings
  const target = { board: boardwalk.baseUrl, job: options.externalJobId ?? null, hasChanges }
  const state = stateName === undefined ? undefined : await openStateFile(stateName, target)
  if (state === undefined)
    output.say('Nothing is stored without --state: the next start gives the same candidates again.')
  let failed: FailedFile | undefined
  try {
    if (failedName !== undefined) {
      if (stateName !== undefined && (await isSameFile(failedName, stateName)))
        throw new UsageFailure('--failed and --state name the same file. Give each its own.')
      failed = await openFailedFile(failedName, triesMax)
    }
    return await runInterruptible(world, output.say, async (interruption) => {
      const consumer = await createConsumer(run, settings, failed, interruption)
      const { stop } = interruption
      const polls = { ...options, signal: stop, onPoll: createOutageReporter(output) }
      await handOver((store) => followEntries(boardwalk, { ...polls, state: store }, hasChanges), consumer, state)
      if (stop.aborted) return exitCode.interrupted
      return failed !== undefined && failed.count() > 0 ? exitCode.someRowsFailed : exitCode.done
    })
  } finally {
    await failed?.close()
    await state?.close()
  }
}

async function createConsumer(
  { world, output, format }: Run,
  { options, hasChanges, exec, post }: FollowSettings,
  failed: FailedFile | undefined,
  interruption: Interruption,
): Promise<Consumer> {
  const { abort } = interruption
  const delivery = { once: options.once === true, failed, interruption, say: output.say }
  if (exec !== undefined) return createDeliverer(createExecutor(exec, world.env, abort), delivery)
  if (post === undefined) return createPrinter(world.stdout, abort, format, output.columns, hasChanges)
  const { createPoster } = await import('./post.ts')
  return createDeliverer(await createPoster(post.url, post.secretFile, abort, output.say), delivery)
}

/** Follows the board, and gives each candidate or change as an entry. */
async function* followEntries(
  { candidates }: Boardwalk,
  options: FollowOptions,
  hasChanges: boolean,
): AsyncGenerator<Entry> {
  const { externalJobId, changes: _, ...polls } = options
  if (hasChanges) yield* candidates.follow({ ...polls, changes: true })
  else for await (const candidate of candidates.follow({ ...polls, externalJobId })) yield { candidate }
}

/** Gives each entry to the consumer. The cursor moves past an entry when the loop asks for the next one. */
async function handOver(
  followWith: (store: StateStore | undefined) => AsyncIterable<Entry>,
  consumer: Consumer,
  state: StateFile | undefined,
): Promise<void> {
  const heldBack = consumer.end !== undefined && state !== undefined ? holdBack(state) : undefined
  for await (const entry of followWith(heldBack?.store ?? state)) if (!(await consumer.take(entry))) return
  await consumer.end?.()
  await heldBack?.save()
}

/** Makes a store that saves only when `save` is called: a consumer that prints only at the end has taken nothing before. */
function holdBack(state: StateFile): { store: StateStore; save: () => Promise<unknown> } {
  let last: [key: string, cursor: string] | undefined
  const store: StateStore = {
    load: (key) => state.load(key),
    save: async (...saved) => {
      last = saved
    },
  }
  return { store, save: async () => last && state.save(...last) }
}

/** Creates a function that reports once when the board stops answering, and once when it answers again. */
function createOutageReporter({ say }: Output): (outcome: PollOutcome) => void {
  let isDown = false
  return ({ error }) => {
    const why = error instanceof Error ? error.message : error
    if (error !== undefined && !isDown)
      say(`The board does not answer: ${why}. Follow tries again until it does.`, 'yellow')
    if (error === undefined && isDown) say('The board answers again.')
    isDown = error !== undefined
  }
}
