import type { Clock } from '../../clock.ts'
import { AppError } from '../../error.ts'
import type { Needs } from '../../needs.ts'
import { LOWER_LETTERS_AND_DIGITS, randomText } from '../../random.ts'
import type { WithSettings } from '../../settings.ts'
import { type Administrator, noteAudit, operatorOf } from '../audit/service.ts'
import { createLink, hashSecret, type PasswordLink } from './link.ts'
import { hashPassword, isPassword } from './password.ts'
import type { AdministratorStore, StoredAdministrator } from './store.ts'

export type { StoredAdministrator }

type Administrators<Call extends keyof AdministratorStore> = { administrators: Pick<AdministratorStore, Call> }
type LinkDeps = Administrators<'findByEmail' | 'replaceLink'> & WithSettings<'publicUrl'> & Needs<typeof noteAudit>

/**
 * Makes an administrator of the actor's company, and the link with which they choose a password. Somebody who was invited
 * before and has not chosen one gets a new link. Throws `user_exists`.
 */
export async function inviteAdministrator(
  deps: Administrators<'insert'> & LinkDeps,
  actor: Administrator,
  { email }: { email: string },
): Promise<PasswordLink> {
  const { companyId, email: invitedBy } = actor
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  const id = `usr_${randomText(LOWER_LETTERS_AND_DIGITS, 20)}`
  const createdAt = new Date(deps.now())
  const administrator = { id, companyId, email, invitedBy, passwordHash: null, passwordSetAt: null, createdAt }
  if (!(await deps.administrators.insert(administrator, stored))) {
    const there = await deps.administrators.findByEmail(email)
    if (there?.companyId !== companyId || there.passwordSetAt !== null) throw new AppError('user_exists', { email })
    await deps.administrators.replaceLink(companyId, there.id, stored)
  }
  await noteAudit(deps, actor, 'user_invited', email)
  return shown
}

/**
 * Makes the operator's link for an administrator who has forgotten the password. The old password works until the link is
 * used. Throws `user_not_found`.
 */
export async function renewLink(deps: LinkDeps, { email }: { email: string }): Promise<PasswordLink> {
  const administrator = await deps.administrators.findByEmail(email)
  if (administrator === undefined) throw new AppError('user_not_found', { who: email })
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now())
  await deps.administrators.replaceLink(administrator.companyId, administrator.id, stored)
  await noteAudit(deps, operatorOf(administrator.companyId), 'password_link_made', email)
  return shown
}

/** Finds the administrator that the secret of a link is for. Throws `link_invalid`. */
export async function findLinkOwner(
  deps: Administrators<'findByLink'> & Clock,
  { link }: { link: string },
): Promise<StoredAdministrator> {
  const administrator = await deps.administrators.findByLink(hashSecret(link), new Date(deps.now()))
  if (administrator === undefined) throw new AppError('link_invalid')
  return administrator
}

/** Sets the password of the administrator that a link is for, and uses the link up. Throws `link_invalid`. */
export async function setPassword(
  deps: Administrators<'findByLink' | 'useLink'> & Needs<typeof noteAudit>,
  { link, password }: { link: string; password: string },
): Promise<StoredAdministrator> {
  // Checked before the password is hashed: anybody may call this, and hashing is expensive.
  const { id } = await findLinkOwner(deps, { link })
  const administrator = await deps.administrators.useLink(
    id,
    hashSecret(link),
    new Date(deps.now()),
    await hashPassword(password),
  )
  if (administrator === undefined) throw new AppError('link_invalid')
  await noteAudit(deps, administrator, 'password_set', administrator.email)
  return administrator
}

/** Finds the administrator by address and password. Throws `sign_in_refused`, whichever of the two is wrong. */
export async function requirePassword(
  deps: Administrators<'findByEmail'>,
  { email, password }: { email: string; password: string },
): Promise<StoredAdministrator> {
  const administrator = await deps.administrators.findByEmail(email)
  if (!(await isPassword(password, administrator?.passwordHash ?? null)) || administrator === undefined)
    throw new AppError('sign_in_refused')
  return administrator
}

/** Finds who is signed in. Undefined if the account is gone or has another password than at the sign-in. */
export async function findSignedIn(
  deps: Administrators<'find'>,
  { administratorId, passwordSetAtMs }: { administratorId: string; passwordSetAtMs: number },
): Promise<StoredAdministrator | undefined> {
  const administrator = await deps.administrators.find(administratorId)
  return administrator?.passwordSetAt?.getTime() === passwordSetAtMs ? administrator : undefined
}

/** The administrators of the actor's company. */
export async function listAdministrators(deps: Administrators<'list'>, { companyId }: Administrator) {
  const administrators = await deps.administrators.list(companyId)
  return administrators.map(({ id, email, invitedBy, createdAt, passwordSetAt }) => ({
    ...{ id, email, invitedBy, createdAt },
    hasPassword: passwordSetAt !== null,
  }))
}

/** Removes another administrator's account, which ends all their sessions. Throws `own_account` and `user_not_found`. */
export async function removeAdministrator(
  deps: Administrators<'find' | 'remove'> & Needs<typeof noteAudit>,
  actor: Administrator & { administratorId: string },
  { id }: { id: string },
): Promise<void> {
  if (id === actor.administratorId) throw new AppError('own_account')
  const administrator = await deps.administrators.find(id)
  if (administrator?.companyId !== actor.companyId) throw new AppError('user_not_found', { who: id })
  await deps.administrators.remove(actor.companyId, id)
  await noteAudit(deps, actor, 'user_removed', administrator.email)
}
