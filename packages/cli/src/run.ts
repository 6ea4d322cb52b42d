import { makePrintable } from '@boardwalk/schema/printable'
import { CommanderError } from 'commander'
import { type ExitCode, exitCode } from './failure.ts'
import { createProgram } from './program.ts'
import type { World } from './shell.ts'

/** Runs one command line and answers its exit status; never throws. */
export async function run(args: string[], world: World): Promise<ExitCode> {
  let code: ExitCode = exitCode.done
  // A reader such as `head` may close the pipe early. The command still does all its work.
  for (const stream of [world.stdout, world.stderr]) stream.on('error', () => {})
  const program = createProgram(world, (end) => {
    code = end
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage
    // Any other error is a bug in this program. A bug report needs its stack trace.
    world.stderr.write(`${makePrintable((error instanceof Error && error.stack) || String(error))}\n`)
    return exitCode.failure
  }
}
