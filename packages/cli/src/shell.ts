import type { Readable } from 'node:stream'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { describeFailure, type ExitCode, type Failure } from './failure.ts'
import { createOutput, type Output, type OutputFormat, type Stream } from './output.ts'

/** The process around a command: its streams, its environment and Ctrl-C. Tests pass their own. */
export interface World {
  stdin: Readable & { isTTY?: boolean }
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  /** Listens for Ctrl-C until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void
}

/** Flags of a command that prints a result. */
export interface ResultFlags {
  output: OutputFormat
  quiet?: true
}

/** What all commands share: the process around them, and how they start and end. */
export interface Shell {
  world: World
  /** Runs a command's work. If it fails, prints why on standard error, and with `-o json` also as JSON. */
  run(flags: ResultFlags, work: (run: Run) => Promise<ExitCode>): Promise<void>
}

/** One run of a command: the process around it, where it prints, and in which form. */
export interface Run {
  world: World
  output: Output
  format: OutputFormat
}

/** Creates the shell of all commands; `end` receives the exit status. */
export function createShell(world: World, end: (code: ExitCode) => void): Shell {
  return {
    world,
    async run(flags, work) {
      const output = createOutput(world, flags.quiet === true)
      const format = flags.output
      try {
        end(await work({ world, output, format }))
      } catch (error) {
        // Loaded only after an error: it needs the catalogue of errors and so zod, which `--help` does not need.
        const { toBoardFailure } = await import('./board-failure.ts')
        const failure: Failure = toBoardFailure(error)
        output.say(`Error: ${failure.message}`, 'red')
        if (format === 'json') await output.document({ error: describeFailure(failure) })
        end(failure.exitCode)
      }
    },
  }
}

/** The forms of a result that is a list. */
export const listFormats: readonly OutputFormat[] = ['table', 'json', 'ndjson', 'csv', 'excel']

/** Creates the flag that ends a list early. */
export const createLimitOption = () =>
  new Option('--limit <number>', 'only the first ones').argParser((text) => {
    if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 1.')
    return Number(text)
  })

const csvHelp = `
csv can be opened in a spreadsheet: a text that begins as a formula does, with
= + - or @, gets a quote (') before it. A telephone number such as
+212 600 000 000 gets none.
excel is CSV for Excel in French and other languages with a decimal comma: it
has semicolons, its accents are right, and an id such as 00123 stays a text.
Programs take json or ndjson, where every text is as it was written.
`

/** Adds the flags that choose the form of the result. */
export function addResultOptions(command: Command, formats: readonly OutputFormat[]): Command {
  if (formats.includes('csv')) command.addHelpText('after', csvHelp)
  return command
    .addOption(new Option('-o, --output <format>', 'form of the result').choices(formats).default('table'))
    .addOption(new Option('--json', 'the same as -o json').implies({ output: 'json' }))
    .option('--quiet', 'print nothing but the result and errors')
}

/** Ctrl-C in two steps: the first one lets work under way finish, the second one ends it. */
export interface Interruption {
  /** Aborted by the first Ctrl-C: start no new work. */
  stop: AbortSignal
  /** Aborted by the second Ctrl-C: stop waiting for work under way. */
  abort: AbortSignal
}

/** Runs work that Ctrl-C may end. After the first Ctrl-C, `say` tells the user that the work is being finished. */
export async function runInterruptible<Result>(
  { onInterrupt }: Pick<World, 'onInterrupt'>,
  say: (line: string) => void,
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const abort = new AbortController()
  const unlisten = onInterrupt(() => {
    if (stop.signal.aborted) return abort.abort()
    say('Finishing the work under way. Press Ctrl-C again to stop at once.')
    stop.abort()
  })
  try {
    return await work({ stop: stop.signal, abort: abort.signal })
  } finally {
    unlisten()
  }
}
