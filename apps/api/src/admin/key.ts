import { actAsOperator } from '@boardwalk/core/activity/audit'
import { findCompaniesById, getCompanyBySlug } from '@boardwalk/core/company/service'
import { createKey, describeKey, getCompanyOfKey, listKeys, revokeKey } from '@boardwalk/core/key/service'
import { KeyName, Scopes } from '@boardwalk/schema/api-key'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { createParser, formatInstant, json, type Result, type Run } from './command.ts'

/** Adds the commands about the keys of companies. */
export function addKeyCommands(program: Command, run: Run): void {
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
    .action((options) => run((deps) => printKeys(deps, options), options))
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
}

async function printKeys(deps: Deps, { company: slug }: { company?: string }): Promise<Result> {
  const only = slug === undefined ? undefined : await getCompanyBySlug(deps, slug)
  const stored = await listKeys(deps, only?.id)
  const companies = await findCompaniesById(deps, [...new Set(stored.map(({ companyId }) => companyId))])
  const keys = stored.map((key) => {
    // A company that is being removed may have no row any more.
    return { company: companies.get(key.companyId)?.slug ?? key.companyId, ...describeKey(key) }
  })
  const lines = keys.map(({ company, id, name, ending, scopes, lastUsedAt, revokedAt }) => {
    const state = revokedAt === null ? `last used ${formatInstant(lastUsedAt)}` : `revoked ${formatInstant(revokedAt)}`
    return `${company}  ${id}  ${name} (…${ending}, ${scopes.join(', ')})  ${state}`
  })
  return { json: { keys }, lines: lines.length > 0 ? lines : ['There are no keys.'] }
}
