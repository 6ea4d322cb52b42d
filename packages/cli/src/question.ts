import { makePrintable } from '@boardwalk/schema/printable'
import { exitCode, Failure } from './failure.ts'
import type { Run } from './shell.ts'

/** Tells whether the command can ask a person: both standard input and standard error are terminals. */
export const canAsk = ({ world, output }: Run): boolean => world.stdin.isTTY === true && output.isWatched

interface LineQuestion {
  message: string
  /** An example of an answer. */
  example?: string
  /** Hides what the person types. */
  isSecret?: boolean
  /** Throws a Failure for a wrong answer; its message is shown, and the question is asked again. */
  check(answer: string): void
}

/** Asks a person for one line. Throws a Failure after Ctrl-C. */
export async function askLine({ world, output }: Run, question: LineQuestion): Promise<string> {
  const { isCancel, password, text } = await import('@clack/prompts')
  const { example = '', isSecret = false, check } = question
  const message = makePrintable(question.message)
  const validate = (answer: string | undefined) => findProblem(() => check(answer ?? ''))
  const options = { message, validate, input: world.stdin, output: output.stderr, withGuide: false }
  const answer = await (isSecret ? password(options) : text({ ...options, placeholder: example }))
  if (isCancel(answer)) throw new Failure('Interrupted.', exitCode.interrupted)
  return answer
}

function findProblem(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return makePrintable(error.message)
    throw error
  }
}

/** Asks a person for yes or no; Enter alone means no. Answers undefined after Ctrl-C. */
export async function askYesOrNo(run: Run, message: string, signal: AbortSignal): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const streams = { input: run.world.stdin, output: run.output.stderr }
  const answer = await confirm({ message, initialValue: false, ...streams, withGuide: false, signal })
  return isCancel(answer) ? undefined : answer
}
