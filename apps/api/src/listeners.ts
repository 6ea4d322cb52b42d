import type { Company } from '@boardwalk/core/company/service'
import type { Holder, Listener } from '@boardwalk/core/listener'
import type { Deps } from './deps.ts'
import { queueConfirmation, queueHeldNotices } from './feature/desk/mails.ts'
import type { Part } from './part.ts'

/** Lists who is told of what happened in the core, beside the parts. */
const createListeners = (deps: Deps): Listener[] => (deps.settings.sendsMail ? createMailListeners(deps) : [])

const createMailListeners = (deps: Deps): Listener[] => [
  {
    name: 'queue the confirmation of an application',
    on: { applicationAccepted: (sent) => queueConfirmation(deps, sent) },
  },
  {
    name: 'queue the mails about what is held back',
    on: { applicationHeld: ({ companyId }) => queueHeldNotices(deps, companyId) },
  },
]

/** Lists who holds data of applications, or gives access to a company, beside the core and the parts. */
const createHolders = (deps: Deps): Holder[] => [
  { cancelApplications: (companyId, ids) => deps.mails.cancel(companyId, ids) },
  {
    cancelApplications: (companyId, ids) => deps.notes.removeAllOf(companyId, ids),
    eraseApplication: (companyId, id) => deps.notes.removeAllOf(companyId, [id]),
  },
  { lockOut: (companyId) => deps.users.lockOut(companyId) },
]

/** Lets all that is beside the core hear of what happens in it, and the parts add to the public pages and the digest. */
export function withListeners(deps: Deps, parts: readonly Part[]): Deps {
  deps.listeners.push(...createListeners(deps), ...parts.flatMap((part) => part.listeners?.(deps) ?? []))
  return Object.assign(deps, {
    siteSlots: parts.flatMap((part) => part.slots?.(deps) ?? []),
    digestLists: parts.map((part) => async (company: Company) => (await part.listForDigest?.(deps, company)) ?? []),
    holders: [...createHolders(deps), ...parts.flatMap((part) => part.holders?.(deps) ?? [])],
  })
}
