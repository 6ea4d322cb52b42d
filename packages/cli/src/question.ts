import { exitCode, Failure } from './failure.ts'
import type { Output } from './output.ts'
import type { World } from './shell.ts'

/** Whether a person is there to ask. */
export const canAsk = ({ stdin }: World, { isWatched }: Output): boolean => stdin.isTTY === true && isWatched

interface LineQuestion {
  message: string
  /** What an answer looks like. */
  example?: string
  /** Shows nothing of what is typed. */
  isSecret?: boolean
  /** Throws a Failure for an answer that is none; its message is shown, and the question stays. */
  check(answer: string): void
}

/** Asks for a line. */
export async function askLine({ stdin }: World, { stderr }: Output, question: LineQuestion): Promise<string> {
  const { isCancel, password, text } = await import('@clack/prompts')
  const { message, example = '', isSecret = false, check } = question
  const validate = (answer: string | undefined) => complaintOf(() => check(answer ?? ''))
  const options = { message, validate, input: stdin, output: stderr, withGuide: false }
  const answer = await (isSecret ? password(options) : text({ ...options, placeholder: example }))
  if (isCancel(answer)) throw new Failure('Interrupted.', exitCode.interrupted)
  return answer
}

function complaintOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

/** Asks for a yes, no being the answer to a mere Enter; undefined where the question was left. */
export async function confirmed(
  { stdin }: World,
  { stderr }: Output,
  message: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const answer = await confirm({ message, initialValue: false, input: stdin, output: stderr, withGuide: false, signal })
  return isCancel(answer) ? undefined : answer
}
