import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addJobsList } from './command/jobs-list.ts'
import { addJobsPush } from './command/jobs-push/command.ts'
import type { ExitCode } from './failure.ts'
import { createShell, type World } from './shell.ts'

const examples = `Examples:
  boardwalk jobs push jobs.csv --dry-run
  boardwalk jobs push jobs.xml
`

/** The `boardwalk` command: its table of contents. What it ends with goes to `end`. */
export function createProgram(world: World, end: (code: ExitCode) => void): Command {
  const shell = createShell(world, end)
  const program = new Command('boardwalk')
    .description('Push jobs to a Boardwalk, the job board that applicant-tracking systems drive.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .showHelpAfterError('Add --help to see what is accepted.')
    .addHelpText('before', examples)

  const jobs = program.command('jobs').description('job offers').addHelpText('before', examples)
  addJobsPush(jobs, shell)
  addJobsList(jobs, shell)

  return program
}
