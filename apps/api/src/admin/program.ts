import { Scopes } from '@boardwalk/schema/api-key'
import { CompanyName, CompanySlug, Locale } from '@boardwalk/schema/company'
import { JobTitle } from '@boardwalk/schema/job'
import { issuesOf, messageOf } from '@boardwalk/schema/wording'
import { Command, InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { createKey, listKeys, revokeKey } from '../feature/api-key/service.ts'
import { companyBySlug, createCompany } from '../feature/company/service.ts'
import { createBoardJob } from '../feature/job/service/create.ts'

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
    .requiredOption('--name <name>', 'what the key is for', parsed(CompanyName))
    .option('--scopes <scopes>', 'read,write or read or write', (value) => parsed(Scopes)(value.split(',')), [
      'read',
      'write',
    ])
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await companyBySlug(deps, options.company)
        const made = await createKey(deps, { companyId, name: options.name, scopes: options.scopes })
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
        await revokeKey(deps, options.id)
        return { json: { id: options.id }, lines: ['The key is revoked.'] }
      }, options),
    )

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
        const job = await createBoardJob(deps, await companyBySlug(deps, options.company), options.title)
        return { json: job, lines: [`Job ${job.jobId} is at ${job.jobUrl}`] }
      }, options),
    )
  return program
}
