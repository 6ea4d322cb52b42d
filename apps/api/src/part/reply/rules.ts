import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { type Company, getCompany } from '@boardwalk/core/company/service'
import { AppError } from '@boardwalk/core/error'
import { Locale } from '@boardwalk/schema/company'
import type { Deps } from '../../deps.ts'
import { findReplyTo } from '../../feature/mail/compose.ts'
import { type Addressee, composeReply } from './compose.ts'
import { findTemplate } from './default-templates.ts'
import { findLocale, findTemplates, nameSeen } from './plan.ts'
import type { ReplyRules } from './rules-store.ts'
import { replying } from './state.ts'
import { type OwnTemplates, ReplyKind, type Template, type TemplateAddress, VARIABLES } from './template.ts'

/* How a company replies: its templates, how long a refusal waits, and whether the board tells people of refusals that a key sets. */

/** How long a refusal may wait, in minutes. It always waits, because a user must be able to take it back. */
export const DELAYS_MINUTES = [10, 60, 240, 1440] as const

/** A template as the back office shows it. `isOwn` is false for that of the board. */
export interface ShownTemplate extends TemplateAddress, Template {
  isOwn: boolean
}

/** Reads how the company replies, with all templates. `replyTo` is where people's replies go; null if nowhere. */
export async function getReplyRules(deps: Deps, { companyId }: UserActor) {
  const { templates: own, ...rules } = await replying(deps).replyRules.find(companyId)
  const templates = ReplyKind.options.flatMap((kind) =>
    Locale.options.map((locale): ShownTemplate => {
      const { subject, text } = findTemplate(own, { kind, locale })
      return { kind, locale, subject, text, isOwn: own[kind]?.[locale] !== undefined }
    }),
  )
  return {
    ...rules,
    templates,
    variables: VARIABLES,
    delays: DELAYS_MINUTES,
    sendsMail: deps.settings.sendsMail,
    replyTo: findReplyTo(deps, await getCompany(deps, companyId)) ?? null,
  }
}

/** What a user changes of a template. `template` is null to take that of the board again. */
type TemplateChange = TemplateAddress & { template: Template | null; revision: number }

/** Saves a template, unless it is saved already. Throws `replies_changed` if another user has changed the rules since `revision`. */
export async function saveTemplate(deps: Deps, actor: UserActor, change: TemplateChange): Promise<void> {
  const { kind, locale, template, revision } = change
  const rules = await replying(deps).replyRules.find(actor.companyId)
  const { [locale]: before = null, ...others } = rules.templates[kind] ?? {}
  if (isDeepStrictEqual(before, template)) return
  const ofKind: OwnTemplates[ReplyKind] = template === null ? others : { ...others, [locale]: template }
  await replaceRules(deps, actor, { ...rules, revision, templates: { ...rules.templates, [kind]: ofKind } })
  await noteAudit(deps, actor, 'replies_changed', `${kind} ${locale}`)
}

async function replaceRules(deps: Deps, { companyId }: UserActor, rules: ReplyRules): Promise<void> {
  if (!(await replying(deps).replyRules.replace(companyId, rules, randomUUID()))) throw new AppError('replies_changed')
}

/** A mail as a person would get it. `to` is null if the company has no applicant whom it could name. */
type Sample = TemplateAddress & { to: string | null; subject: string; text: string }

const RECENT_MAX = 20

/** Finds the newest applicants, whom previews name. */
const findRecent = (deps: Deps, companyId: string) =>
  deps.applications.listFirst(companyId, { search: [], order: 'descending' }, RECENT_MAX)

/** Fills in a template for the newest applicant whose form had its language, or else for any. Nothing is stored. */
export async function previewTemplate(
  deps: Deps,
  { companyId }: UserActor,
  { kind, locale, template }: TemplateAddress & { template: Template },
): Promise<Sample> {
  return writeSample(deps, await getCompany(deps, companyId), { kind, locale, template, isByPerson: true })
}

async function writeSample(
  deps: Deps,
  company: Company,
  { kind, locale, template, isByPerson }: TemplateAddress & { template: Template; isByPerson: boolean },
): Promise<Sample> {
  const { id: companyId } = company
  const recent = (await findRecent(deps, companyId)).filter(({ erasedAt }) => erasedAt === undefined)
  const real = recent.find((each) => findLocale(each, company) === locale) ?? recent[0]
  const addressee: Addressee = real ?? { email: '', firstName: '', jobId: 0 }
  const title = (await deps.jobs.findTitles(companyId, [addressee.jobId])).get(addressee.jobId) ?? '…'
  const { to, subject, text } = composeReply(deps, company, { locale, template, title, addressee, isByPerson })
  return { kind, locale, subject, text, to: to === '' ? null : to }
}

/**
 * Shows what people would get for a refusal that a key sets: in each language, because the board sends these mails without a user. `seen`
 * names what it shows.
 */
export async function previewKeyRefusals(
  deps: Deps,
  { companyId }: UserActor,
  { delayMinutes }: { delayMinutes: number },
): Promise<{ mails: Sample[]; seen: string }> {
  const company = await getCompany(deps, companyId)
  const rules = await replying(deps).replyRules.find(companyId)
  const templates = findTemplates(rules, 'refuse', new Set(Locale.options))
  const mails: Sample[] = []
  for (const [locale, template] of templates)
    mails.push(await writeSample(deps, company, { kind: 'refuse', locale, template, isByPerson: false }))
  return {
    mails,
    seen: nameSeen(deps, company, { kind: 'refuse', status: 'REJECTED', ids: [], templates, delayMinutes }),
  }
}

/** What a user changes of the rules. `seen` is of the preview, without which refusals of keys cannot be turned on. */
interface RulesChange {
  delayMinutes: number
  tellsKeyRefusals: boolean
  seen?: string | undefined
  revision: number
}

/** Changes the rules, unless they are so already. Throws `replies_changed`, and `preview_outdated` if the user has not seen what people will get. */
export async function setReplyRules(deps: Deps, actor: UserActor, change: RulesChange): Promise<void> {
  const { seen, ...changed } = change
  const before = await replying(deps).replyRules.find(actor.companyId)
  const { delayMinutes, tellsKeyRefusals } = changed
  if (delayMinutes === before.delayMinutes && tellsKeyRefusals === before.tellsKeyRefusals) return
  const isTurnedOn = tellsKeyRefusals && !before.tellsKeyRefusals
  if (isTurnedOn && (await previewKeyRefusals(deps, actor, change)).seen !== seen)
    throw new AppError('preview_outdated')
  await replaceRules(deps, actor, { ...before, ...changed })
  const describe = (rules: Pick<ReplyRules, 'delayMinutes' | 'tellsKeyRefusals'>) =>
    `${rules.delayMinutes} min, ATS ${rules.tellsKeyRefusals ? 'on' : 'off'}`
  await noteAudit(deps, actor, 'replies_changed', 'rules', { from: describe(before), to: describe(changed) })
}
