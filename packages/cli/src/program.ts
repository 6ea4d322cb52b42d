import { makePrintable } from '@boardwalk/schema/printable'
import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addApi } from './command/api/command.ts'
import { addAuth } from './command/auth/command.ts'
import { addCandidatesDownloadCv } from './command/candidates-download-cv/command.ts'
import { addCandidatesFollow } from './command/candidates-follow/command.ts'
import { addCandidatesGet } from './command/candidates-get.ts'
import { addCandidatesList } from './command/candidates-list.ts'
import { addCandidatesSetStatus } from './command/candidates-set-status/command.ts'
import { addCertify } from './command/certify/command.ts'
import { addCompletion } from './command/completion/command.ts'
import { addDoctor } from './command/doctor/command.ts'
import { addJobsPublish } from './command/jobs-publish.ts'
import { addJobsPush } from './command/jobs-push/command.ts'
import { addJobsGet, addJobsList } from './command/jobs-read.ts'
import { addJobsSet } from './command/jobs-set/command.ts'
import { addJobsSync } from './command/jobs-sync/command.ts'
import { addLinksSet } from './command/links-set/command.ts'
import { addSandbox } from './command/sandbox/command.ts'
import { type ExitCode, exitCode } from './failure.ts'
import { addHelp, addPlaces, fitWidth } from './help.ts'
import { addMcp } from './mcp/command.ts'
import { hideKeys } from './output.ts'
import { createShell, type World } from './shell.ts'

const examples = `Examples:
  boardwalk sandbox
  boardwalk auth login
  boardwalk jobs push jobs.csv --dry-run
  boardwalk jobs push jobs.xml
  boardwalk candidates follow --state ats.json -o ndjson
  boardwalk doctor
`

const jobsExamples = `Examples:
  boardwalk jobs push jobs.csv --dry-run
  boardwalk jobs sync jobs.csv
  boardwalk jobs list --status PUBLISHED
  boardwalk jobs set A-17 minSalary=9000
  boardwalk jobs unpublish A-17
`

const linksExamples = `Examples:
  boardwalk links set 42=A-17
  boardwalk links set links.csv
`

const candidatesExamples = `Examples:
  boardwalk candidates list A-17
  boardwalk candidates follow --state ats.json -o ndjson
  boardwalk candidates download-cv A-17 --dir cvs
  boardwalk candidates set-status 5f0c1e8a=HIRED
`

// Width of help without a terminal.
const helpColumns = 80

// Each subcommand imports what it needs only when it runs: `--help` then takes 0.06 s of CPU instead of 0.18 s.
/** Creates the `boardwalk` command with all its subcommands; `end` receives the exit status. */
export function createProgram(world: World, end: (code: ExitCode) => void): Command {
  const shell = createShell(world, end)
  const program = new Command('boardwalk')
  program
    .description('Push jobs to a Boardwalk, the job board that applicant-tracking systems drive.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      getOutHelpWidth: () => world.stdout.columns || helpColumns,
      getErrHelpWidth: () => world.stderr.columns || helpColumns,
      writeOut: (text) => world.stdout.write(fitWidth(text, world.stdout.columns)),
      // Error messages repeat what the user typed, and a user may type a key by mistake.
      writeErr: (text) => world.stderr.write(fitWidth(makePrintable(hideKeys(text)), world.stderr.columns)),
      outputError: (text, write) => write(addPlaces(program, text.replace(/^error: /, 'Error: '))),
    })
    .showHelpAfterError('Add --help to see what is accepted.')
    .addHelpText('before', examples)

  const addGroup = (name: string, description: string, text: string) =>
    program.command(name).description(description).addHelpText('before', text)

  const jobs = addGroup('jobs', 'push, sync, list, change, publish and unpublish jobs', jobsExamples)
  addJobsPush(jobs, shell)
  addJobsSync(jobs, shell)
  addJobsList(jobs, shell)
  addJobsGet(jobs, shell)
  addJobsSet(jobs, shell)
  addJobsPublish(jobs, shell)

  const candidatesWords = 'list and follow the people who applied, save their CVs, and set their status'
  const candidates = addGroup('candidates', candidatesWords, candidatesExamples)
  addCandidatesList(candidates, shell)
  addCandidatesGet(candidates, shell)
  addCandidatesFollow(candidates, shell)
  addCandidatesDownloadCv(candidates, shell)
  addCandidatesSetStatus(candidates, shell)

  addLinksSet(addGroup('links', 'give your ids to jobs that the board already has', linksExamples), shell)
  addAuth(program, shell)
  addDoctor(program, shell)
  addApi(program, shell)
  addSandbox(program, shell)
  addCertify(program, shell)
  addMcp(program, shell)
  addCompletion(program, world)

  for (const group of [program, ...program.commands.filter(({ commands }) => commands.length > 0)]) addHelp(group)
  return program
}

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
