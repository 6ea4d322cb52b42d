import type { Deps } from '../../deps.ts'
import { noteAudit } from '../activity/audit.ts'
import { ASKED_LINK_MS_MAX, createLink, LINK_MS_MAX, type PasswordLink } from './link.ts'
import type { StoredAdministrator } from './store.ts'

/** More accounts than anybody has. */
const ACCOUNTS_MAX = 20

/**
 * Makes the link of an invitation that is about to be sent. It ends the link before it. Undefined if the person was removed,
 * or has chosen a password.
 */
export async function createInvitedLink(
  deps: Deps,
  { companyId, administratorId }: { companyId: string; administratorId: string },
): Promise<{ administrator: StoredAdministrator; link: PasswordLink } | undefined> {
  const administrator = await deps.administrators.find(administratorId)
  if (administrator?.companyId !== companyId || administrator.passwordSetAt !== null) return undefined
  const { shown: link, stored } = createLink(deps.settings.publicUrl, deps.now())
  await deps.administrators.replaceLink(companyId, administratorId, stored)
  return { administrator, link }
}

/** Finds the accounts of an address in all companies, for a mail to that address. */
export function listAccountsOf(deps: Deps, email: string): Promise<StoredAdministrator[]> {
  return deps.administrators.listByEmail(email, {}, ACCOUNTS_MAX)
}

/**
 * Makes a link for an account whose owner has asked for it, in a mail that is about to be sent. The old password works until
 * the link is used. An invitation that is not accepted yet keeps its longer time.
 */
export async function createAskedLink(
  deps: Deps,
  account: StoredAdministrator,
): Promise<PasswordLink & { isInvitation: boolean }> {
  const isInvitation = account.passwordSetAt === null
  const validMs = isInvitation ? LINK_MS_MAX : ASKED_LINK_MS_MAX
  const { shown, stored } = createLink(deps.settings.publicUrl, deps.now(), validMs)
  await deps.administrators.replaceLink(account.companyId, account.id, stored)
  await noteAudit(deps, account, 'password_link_made', account.email)
  return { ...shown, isInvitation }
}
