import type { Boardwalk, FollowOptions, PollOutcome, StateStore } from '@boardwalk/sdk'
import { type ExitCode, exitCode } from '../../failure.ts'
import { type Interruption, interruptible } from '../../interruption.ts'
import type { Output, OutputFormat } from '../../output.ts'
import type { World } from '../../shell.ts'
import type { Consumer } from './consumer.ts'
import { executor } from './exec.ts'
import { linesTo } from './lines.ts'
import { printer } from './printer.ts'
import { StateFile } from './state-file.ts'

interface FollowSettings {
  options: Pick<FollowOptions, 'externalJobId' | 'since' | 'once' | 'intervalMs'>
  /** File of the state; undefined to remember nothing. */
  stateName: string | undefined
  /** Command that takes the candidates; undefined to print them. */
  exec: string | undefined
  format: OutputFormat
}

/** Hands each candidate to a consumer, and moves the state when it is the consumer's. */
export async function follow(
  boardwalk: Boardwalk,
  { options, stateName, exec, format }: FollowSettings,
  world: World,
  output: Output,
): Promise<ExitCode> {
  const followed = { board: boardwalk.baseUrl, job: options.externalJobId ?? null }
  const state = stateName === undefined ? undefined : await StateFile.open(stateName, followed)
  if (state === undefined) output.say('Nothing is remembered without --state: the next start begins here again.')
  const consumerFor = (interruption: Interruption) =>
    exec === undefined
      ? printer(linesTo(world.stdout, interruption.abort), format, output.columns)
      : executor(exec, { env: world.env, once: options.once === true, interruption, say: output.say })
  try {
    return await interruptible(world, output.say, async (interruption) => {
      const consumer = await consumerFor(interruption)
      const { stop } = interruption
      await handOver(boardwalk, { ...options, signal: stop, onPoll: outageTeller(output) }, consumer, state)
      return stop.aborted ? exitCode.interrupted : exitCode.done
    })
  } finally {
    await state?.close()
  }
}

async function handOver(
  boardwalk: Boardwalk,
  options: FollowOptions,
  consumer: Consumer,
  state: StateFile | undefined,
): Promise<void> {
  const isTakenAtEnd = consumer.end !== undefined
  const store = isTakenAtEnd && state !== undefined ? heldBack(state) : state
  for await (const candidate of boardwalk.candidates.follow({ ...options, state: store })) {
    state?.receive(candidate)
    if (!(await consumer.take(candidate))) return
  }
  await consumer.end?.()
  if (isTakenAtEnd) await state?.saveReceived()
}

/** The state for a consumer that has nothing before the end. */
const heldBack = (state: StateFile): StateStore => ({ load: () => state.load(), save: async () => {} })

/** Says when the board stops answering, once, and when it answers again. */
function outageTeller({ say, colors }: Output): (outcome: PollOutcome) => void {
  let isDown = false
  return ({ error }) => {
    const why = error instanceof Error ? error.message : error
    if (error !== undefined && !isDown) say(colors.yellow(`The board does not answer: ${why}. Asking until it does.`))
    if (error === undefined && isDown) say('The board answers again.')
    isDown = error !== undefined
  }
}
