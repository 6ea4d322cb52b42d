import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAuth } from './command/auth/command.ts'
import { addCandidatesDownloadCv } from './command/candidates-download-cv/command.ts'
import { addCandidatesFollow } from './command/candidates-follow/command.ts'
import { addCandidatesList } from './command/candidates-list.ts'
import { addCompletion } from './command/completion/command.ts'
import { addDoctor } from './command/doctor/command.ts'
import { addJobsGet } from './command/jobs-get.ts'
import { addJobsList } from './command/jobs-list.ts'
import { addJobsPush } from './command/jobs-push/command.ts'
import { addJobsSync } from './command/jobs-sync/command.ts'
import { addJobsUnpublish } from './command/jobs-unpublish.ts'
import { addLinksSet } from './command/links-set/command.ts'
import type { ExitCode } from './failure.ts'
import { withoutKeys } from './key-text.ts'
import { createShell, type World } from './shell.ts'

const examples = `Examples:
  boardwalk auth login
  boardwalk jobs push jobs.csv --dry-run
  boardwalk jobs push jobs.xml
  boardwalk candidates follow --state ats.json -o ndjson
  boardwalk doctor
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
      // Its errors repeat what was typed, and somebody will type a key.
      writeErr: (text) => world.stderr.write(withoutKeys(text)),
    })
    .showHelpAfterError('Add --help to see what is accepted.')
    .addHelpText('before', examples)

  const jobs = program.command('jobs').description('job offers').addHelpText('before', examples)
  addJobsPush(jobs, shell)
  addJobsSync(jobs, shell)
  addJobsList(jobs, shell)
  addJobsGet(jobs, shell)
  addJobsUnpublish(jobs, shell)

  const links = program.command('links').description('your ids for jobs that the board has already')
  addLinksSet(links, shell)

  addAuth(program, shell)
  addDoctor(program, shell)
  addCompletion(program, world)

  const candidates = program.command('candidates').description('those who applied').addHelpText('before', examples)
  addCandidatesList(candidates, shell)
  addCandidatesFollow(candidates, shell)
  addCandidatesDownloadCv(candidates, shell)

  return program
}
