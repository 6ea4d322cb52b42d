import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import type { ExitCode, Failure } from './failure.ts'
import { createOutput, type Output, type OutputFormat, type Stream } from './output.ts'

/** What a command takes from the process that runs it. */
export interface World {
  stdin: Readable & { isTTY?: boolean }
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  /** Listens for Ctrl-C until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void
}

/** Flags of a command that has a result. */
export interface ResultFlags {
  output: OutputFormat
  json?: true
}

/** What every command stands on: the process around it, and how it begins and ends. */
export interface Shell {
  world: World
  /** Does a command's work; a failure of it is told in words, and as JSON where that was asked for. */
  run(flags: ResultFlags, work: (output: Output, format: OutputFormat) => Promise<ExitCode>): Promise<void>
}

/** `end` hears what the command ends with. */
export function createShell(world: World, end: (code: ExitCode) => void): Shell {
  return {
    world,
    async run(flags, work) {
      const output = createOutput(world.stdout, world.stderr, world.env)
      const format = flags.json === true ? 'json' : flags.output
      try {
        end(await work(output, format))
      } catch (error) {
        // Loaded only now: it needs the catalogue of errors, and so a library that help does without.
        const { boardFailureOf } = await import('./board-failure.ts')
        const failure: Failure = boardFailureOf(error)
        output.say(output.colors.red(`Error: ${failure.message}`))
        if (format === 'json') await output.result(JSON.stringify({ error: { message: failure.message } }))
        end(failure.exitCode)
      }
    },
  }
}

/** Adds the flags that say in which form the result comes. */
export function withResult(command: Command, formats: readonly OutputFormat[]): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'form of the result').choices(formats).default('table'))
    .option('--json', 'the same as -o json')
}
