import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import { makePrintable } from '@boardwalk/schema/printable'
import { Command } from 'commander'
import { actAsOperator } from '../feature/activity/audit.ts'
import { createKey, getCompanyOfKey, listKeys, revokeKey } from '../feature/api-key/service.ts'
import { getCompanyBySlug } from '../feature/company/service.ts'
import { addApplicationCommands } from './application.ts'
import { createParser, json, type Run } from './command.ts'
import { addCompanyCommands } from './company.ts'
import { addJobCommands } from './job.ts'
import { addPersonCommands } from './person.ts'
import { recoverDatabase } from './recover.ts'
import { addReportCommands } from './report.ts'
import { addRetentionCommands } from './retention.ts'
import { addUserCommands } from './user.ts'

/** Creates the operator's commands, which run on the server's own machine. */
export function createProgram(run: Run): Command {
  const program = new Command('admin')
    .description('The operator’s commands of a Boardwalk server.')
    // Error messages repeat what was typed or pasted.
    .configureOutput({ writeErr: (text) => process.stderr.write(makePrintable(text)) })

  addCompanyCommands(program, run)

  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--name <name>', 'what the key is for', createParser(KeyName))
    .option('--scopes <scopes>', 'read, write or read,write', (value) => createParser(Scopes)(value.split(',')), [
      'read',
      'write',
    ])
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await getCompanyBySlug(deps, options.company)
        const { name, scopes } = options
        const made = await createKey(deps, actAsOperator(companyId), { name, scopes })
        return {
          json: made,
          lines: [made.key, `Store it now: it is not shown again. Scopes ${made.scopes.join(', ')}; id ${made.id}.`],
        }
      }, options),
    )
  key
    .command('list')
    .description('list the keys of all companies or of one, without the secrets')
    .option('--company <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const company = options.company === undefined ? undefined : await getCompanyBySlug(deps, options.company)
        const keys = await listKeys(deps, company?.id)
        const lines = keys.map(
          ({ id, name, scopes, last4, revokedAt, lastUsedAt }) =>
            `${id}  ${name} (…${last4}, ${scopes.join(', ')})  ${revokedAt === null ? `last used ${lastUsedAt?.toISOString() ?? 'never'}` : `revoked ${revokedAt.toISOString()}`}`,
        )
        return { json: { keys }, lines: lines.length > 0 ? lines : ['There are no keys.'] }
      }, options),
    )
  key
    .command('revoke')
    .description('revoke a key for good')
    .requiredOption('--id <id>', 'id of the key, as "key list" shows it')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = options
        await revokeKey(deps, actAsOperator(await getCompanyOfKey(deps, id)), { id })
        return { json: { id }, lines: ['The key is revoked.'] }
      }, options),
    )

  addApplicationCommands(program, run)

  addUserCommands(program, run)

  addJobCommands(program, run)

  addReportCommands(program, run)
  addPersonCommands(program, run)
  addRetentionCommands(program, run)

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
          `Repeated from the journal, whose newest entry is of ${journal.newest ?? 'no day'}: ${repeated.join(', ')}.`,
          `Ended: ${ended.sessions} sessions, ${ended.links} one-time links, the recovery codes of ${ended.recoveryCodes} users, and ${ended.mails} unsent mails.`,
          'The servers may start.',
        )
        return { json: recovered, lines }
      }, options),
    )
  return program
}
