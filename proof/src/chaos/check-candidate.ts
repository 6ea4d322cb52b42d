import type { Company, SentApplication } from './application-log.ts'
import type { World } from './world.ts'

/** Compares a candidate of an answer that was asked for at `beganMs` with its form and with the changes that were asked for. */
export function checkCandidate(
  { applications, breaches }: World,
  name: string,
  company: Company,
  candidate: Record<string, unknown>,
  beganMs: number,
): void {
  const sent = applications.find(candidate)
  const got = `${name} got ${JSON.stringify(candidate)}`
  if (sent === undefined) {
    breaches.add('altered', `${got}, whom no form named`)
    return
  }
  checkIdentity(sent, candidate)
  const { fields, job, cv, changes, history } = sent
  const erasure = changes.find(({ to }) => to === 'erased')
  const isErased = candidate.erasedAt !== null
  if (!isErased && erasure?.doneMs !== undefined && erasure.doneMs < beganMs) breaches.add('person shown', got, history)
  const texts = isErased ? Object.fromEntries(Object.keys(fields).map((field) => [field, ''])) : fields
  const expected = { ...texts, companyId: company.id, offerId: job.externalId }
  const isWrong = Object.entries(expected).some(([field, value]) => candidate[field] !== value)
  const isAsked = candidate.status === 'PENDING' || changes.some(({ to }) => to === candidate.status)
  const link = String(candidate.cv)
  if (URL.canParse(link)) sent.cvLink = link
  const hasWrongCv = (link !== '') !== (cv !== undefined && !isErased)
  if (isWrong || hasWrongCv || !isAsked || (isErased && erasure === undefined)) breaches.add('altered', got, history)

  /** A form has one id and one date. */
  function checkIdentity(form: SentApplication, { id, date }: Record<string, unknown>): void {
    const dateMs = Date.parse(String(date))
    form.dateMs ??= dateMs
    if (form.dateMs !== dateMs)
      breaches.add('two of one form', `${name} got form ${form.formId} with a second date`, form.history)
    form.ids.add(String(id))
    if (form.ids.size > 1)
      breaches.add('two of one form', `${name} got form ${form.formId} under a second id`, form.history)
  }
}
