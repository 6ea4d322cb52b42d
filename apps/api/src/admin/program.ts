import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import { CompanyName, CompanySlug, Locale } from '@boardwalk/schema/company'
import { JobTitle } from '@boardwalk/schema/job'
import { Email } from '@boardwalk/schema/user'
import { issuesOf, messageOf } from '@boardwalk/schema/wording'
import { Command, InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { PasswordLink } from '../feature/administrator/link.ts'
import { inviteAdministrator, renewLink } from '../feature/administrator/service.ts'
import { companyOfKey, createKey, listKeys, revokeKey } from '../feature/api-key/service.ts'
import { operatorOf } from '../feature/audit/service.ts'
import { companyBySlug, createCompany } from '../feature/company/service.ts'
import { createBoardJob } from '../feature/job/service/create.ts'
import { recoverDatabase } from './recover.ts'

/** What a command did: for a program, and for a person. */
interface Result {
  json: object
  lines: string[]
}

/** Runs a command's work with the database open, and prints its result. */
type Run = (work: (deps: Deps) => Promise<Result>, options: { json?: boolean }) => Promise<void>

/** An option's value by its schema; a wrong one is a usage error in the schema's words. */
const parsed =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: unknown) => {
    const result = schema.safeParse(value)
    if (result.success) return result.data
    throw new InvalidArgumentError(`It ${messageOf(issuesOf(result.error))}.`)
  }

/** The operator's commands on the server's own machine. */
export function createProgram(run: Run): Command {
  const program = new Command('admin').description('The operator’s commands of a Boardwalk server.')
  const json = ['--json', 'print exactly one JSON object'] as const

  const company = program.command('company').description('employers on the board')
  company
    .command('create')
    .description('make a company')
    .requiredOption('--name <name>', 'as people read it', parsed(CompanyName))
    .requiredOption('--slug <slug>', 'its part of its pages’ addresses, such as atlas-talents', parsed(CompanySlug))
    .option('--locale <locale>', 'language of its pages’ addresses: fr, en or ar', parsed(Locale), 'fr')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id, slug, name } = await createCompany(deps, options)
        return { json: { id, slug }, lines: [`Company ${name} is ${id}, its slug ${slug}.`] }
      }, options),
    )

  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--name <name>', 'what the key is for', parsed(KeyName))
    .option('--scopes <scopes>', 'read,write or read or write', (value) => parsed(Scopes)(value.split(',')), [
      'read',
      'write',
    ])
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await companyBySlug(deps, options.company)
        const { name, scopes } = options
        const made = await createKey(deps, operatorOf(companyId), { name, scopes })
        return {
          json: made,
          lines: [made.key, `Store it now: it is not shown again. Scopes ${made.scopes.join(', ')}; id ${made.id}.`],
        }
      }, options),
    )
  key
    .command('list')
    .description('the keys of all companies, or of one; never the keys themselves')
    .option('--company <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const company = options.company === undefined ? undefined : await companyBySlug(deps, options.company)
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
    .description('end a key for good')
    .requiredOption('--id <id>', 'id of the key, as "key list" shows it')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = options
        await revokeKey(deps, operatorOf(await companyOfKey(deps, id)), { id })
        return { json: { id }, lines: ['The key is revoked.'] }
      }, options),
    )

  const user = program.command('user').description('administrators, who sign in to the back office')
  user
    .command('create')
    .description('make an administrator of a company; prints the link with which the person chooses a password')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--email <email>', 'the person’s e-mail address', parsed(Email))
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await companyBySlug(deps, options.company)
        return linkResult(options.email, await inviteAdministrator(deps, operatorOf(companyId), options))
      }, options),
    )
  user
    .command('link')
    .description('a new link for somebody who has forgotten the password')
    .requiredOption('--email <email>', 'the person’s e-mail address', parsed(Email))
    .option(...json)
    .action((options) => run(async (deps) => linkResult(options.email, await renewLink(deps, options)), options))

  program
    .command('job')
    .description('board jobs')
    .command('create')
    .description('make a published job without an external id')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--title <title>', 'title of the job', parsed(JobTitle))
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id } = await companyBySlug(deps, options.company)
        const { title } = options
        const job = await createBoardJob(deps, operatorOf(id), { job: { known: { title }, extra: new Map() } })
        return { json: job, lines: [`Job ${job.jobId} is at ${job.jobUrl}`] }
      }, options),
    )

  program
    .command('database')
    .description('the database as a whole')
    .command('recover')
    .description('after a restore, before any server starts: no date and no job id is given a second time')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const recovered = await recoverDatabase(deps)
        const lines = recovered.companies.map(
          ({ slug, applications, newest }) =>
            `${slug}: ${applications} applications, the newest of ${newest ?? 'no day'}`,
        )
        return { json: recovered, lines: [...lines, 'The servers may start.'] }
      }, options),
    )
  return program
}

function linkResult(email: string, { link, expiresAt }: PasswordLink): Result {
  return {
    json: { email, link, expiresAt },
    lines: [link, `Opens once, until ${expiresAt.toISOString()}: there ${email} chooses a password and is signed in.`],
  }
}
