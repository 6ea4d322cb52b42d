import { makePrintable } from '@boardwalk/schema/printable'
import { Command } from 'commander'
import type { Part } from '../part.ts'
import { addApplicationCommands } from './application.ts'
import { addJsonAlias, json, type Run } from './command.ts'
import { addCompanyCommands } from './company.ts'
import { addJobCommands } from './job.ts'
import { addKeyCommands } from './key.ts'
import { addPersonCommands } from './person.ts'
import { recoverDatabase } from './recover.ts'
import { addRetentionCommands } from './retention.ts'
import { addUserCommands } from './user.ts'

/** Creates the operator's commands, which run on the server's own machine. */
export function createProgram(run: Run, parts: readonly Part[]): Command {
  const program = new Command('admin')
    .description('The operator’s commands of a Boardwalk server.')
    // A wrong command line is thrown, and not the end of the process.
    .exitOverride()
    // Error messages repeat what was typed or pasted.
    .configureOutput({ writeErr: (text) => process.stderr.write(makePrintable(text)) })

  addCompanyCommands(program, run)
  addKeyCommands(program, run)
  addApplicationCommands(program, run)
  addUserCommands(program, run)
  addJobCommands(program, run)
  addPersonCommands(
    program,
    run,
    parts.flatMap(({ people }) => people ?? []),
  )
  addRetentionCommands(program, run)
  for (const part of parts) part.addCommands?.(program, run)

  program
    .command('database')
    .description('the database as a whole')
    .command('recover')
    .description(
      'run it after a restore, before any server starts: no date and no job id is given twice, and what was erased or revoked stays so',
    )
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const recovered = await recoverDatabase(deps)
        const lines = recovered.companies.map(
          ({ slug, applications, newest }) =>
            `${slug}: ${applications} applications${newest === null ? '' : `, the newest from ${newest}`}`,
        )
        const { journal, ended } = recovered
        const repeated = [
          `${journal.application_erased} applications erased`,
          `${journal.key_revoked + journal.key_ending} keys revoked`,
          `${journal.user_removed} users removed`,
          `${journal.company_removed} companies removed`,
          `${journal.job_suspended + journal.company_suspended} suspensions of jobs and companies`,
          `${journal.job_resumed + journal.company_resumed} ends of suspensions`,
        ]
        lines.push(
          `Repeated from the journal${journal.newest === null ? '' : `, whose newest entry is of ${journal.newest}`}: ${repeated.join(', ')}.`,
          `Ended: ${ended.sessions} sessions, ${ended.links} one-time links, the recovery codes of ${ended.recoveryCodes} users, and ${ended.mails} unsent mails.`,
          journal.newest === null
            ? 'The journal is empty. If anything was ever erased, revoked, removed or suspended on this board, this is not its journal: find it, and repeat this command before a server starts.'
            : 'The servers may start.',
        )
        return { json: recovered, lines }
      }, options),
    )
  addJsonAlias(program)
  return program
}
