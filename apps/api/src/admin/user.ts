import { actAsOperator } from '@boardwalk/core/activity/audit'
import { findCompaniesById, getCompanyBySlug, readAllCompanies } from '@boardwalk/core/company/service'
import { AppError } from '@boardwalk/core/error'
import { Email } from '@boardwalk/schema/user'
import type { Command } from 'commander'
import type { Deps } from '../deps.ts'
import { type PasswordLink, renewLink } from '../feature/user/link.ts'
import { removeSecondFactor } from '../feature/user/second-factor.ts'
import { inviteUserByLink, removeUser, type StoredUser } from '../feature/user/user.ts'
import { createParser, json, type Result, type Run } from './command.ts'

/** Adds the commands about the users of companies, who sign in to the back office. */
export function addUserCommands(program: Command, run: Run): void {
  const user = program.command('user').description('users, who sign in to the back office')
  user
    .command('create')
    .description('make a user of a company; prints the link with which the person chooses a password')
    .requiredOption('--company <slug>', 'slug of the company')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id: companyId } = await getCompanyBySlug(deps, options.company)
        return formatLink(options.email, await inviteUserByLink(deps, actAsOperator(companyId), options))
      }, options),
    )
  user
    .command('list')
    .description('list the users of all companies or of one')
    .option('--company <slug>', 'slug of the company')
    .option(...json)
    .action((options) => run((deps) => listUsers(deps, options), options))
  user
    .command('link')
    .description('print a new link for a user who has forgotten the password')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--company <slug>', 'slug of the company, if the address has users in several')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { companyId } = await findUser(deps, options)
        return formatLink(options.email, await renewLink(deps, { companyId, email: options.email }))
      }, options),
    )
  user
    .command('turn-off-second-factor')
    .description(
      'turn the second factor off for a user who has lost the telephone; make sure that this person asks for it',
    )
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .option('--company <slug>', 'slug of the company, if the address has users in several')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id, companyId } = await findUser(deps, options)
        await removeSecondFactor(deps, { id, companyId, email: options.email })
        return { json: { id }, lines: [`${options.email} signs in with the password alone.`] }
      }, options),
    )
  user
    .command('remove')
    .description('remove a user, which ends all their sessions')
    .requiredOption('--email <email>', 'the person’s e-mail address', createParser(Email))
    .requiredOption('--company <slug>', 'slug of the company')
    .option(...json)
    .action((options) =>
      run(async (deps) => {
        const { id, companyId } = await findUser(deps, options)
        await removeUser(deps, actAsOperator(companyId), { id })
        return { json: { id }, lines: [`${options.email} is no longer a user of ${options.company}.`] }
      }, options),
    )
}

async function listUsers(deps: Deps, { company }: { company?: string }): Promise<Result> {
  const users: { company: string; user: StoredUser }[] = []
  const companies = company === undefined ? readAllCompanies(deps) : [await getCompanyBySlug(deps, company)]
  for await (const { id, slug } of companies)
    for (const user of await deps.users.list(id)) users.push({ company: slug, user })
  users.sort((one, other) => (one.company < other.company ? -1 : 1))
  const lines = users.map(({ company, user }) => `${company}  ${describeUser(user)}`)
  return {
    json: {
      users: users.map(({ company, user: { email, passwordSetAt, seenAt = null } }) => ({
        company,
        email,
        passwordSetAt,
        seenAt,
      })),
    },
    lines: lines.length > 0 ? lines : ['There are no users.'],
  }
}

/** Describes a user in one line: whether they have a password, and when they were last there. */
export const describeUser = ({ email, passwordSetAt, seenAt }: StoredUser): string =>
  `${email}  ${passwordSetAt === null ? 'invited, has no password yet' : `last seen ${seenAt?.toISOString() ?? 'never'}`}`

function formatLink(email: string, { link, expiresAt }: PasswordLink): Result {
  return {
    json: { email, link, expiresAt },
    lines: [link, `With this link ${email} chooses a password. It works once, until ${expiresAt.toISOString()}.`],
  }
}

/** More users than one address has. */
const USERS_MAX = 1_000

/**
 * Finds the user that the operator means by an e-mail address. The company may be left out if the address has one user.
 * Throws `company_not_found` and `user_not_found`.
 */
async function findUser(
  deps: Deps,
  { email, company }: { email: string; company?: string | undefined },
): Promise<{ id: string; companyId: string }> {
  const named = company === undefined ? undefined : await getCompanyBySlug(deps, company)
  const users = await deps.users.listByEmail(email, {}, USERS_MAX)
  const [user, ...others] = users.filter(({ companyId }) => named === undefined || companyId === named.id)
  if (user === undefined) throw new AppError('user_not_found', { who: email })
  if (others.length === 0) return user
  const companies = await findCompaniesById(
    deps,
    users.map(({ companyId }) => companyId),
  )
  const slugs = [...companies.values()].map(({ slug }) => slug).sort()
  throw new Error(`${email} is a user of several companies; name one with --company: ${slugs.join(', ')}`)
}
