import { note, type SentApplication } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import type { HttpClient } from './http-client.ts'
import type { Poller } from './poller.ts'
import type { World } from './world.ts'

/**
 * Checks what only the end of a run can show: applications that a poller never got, and dates that are too early after what
 * was said before. The pollers notice everything else during the run.
 */
export function checkApplications(all: SentApplication[], pollers: Poller[], breaches: Breaches) {
  const owners = new Map<string, SentApplication>()
  const unacknowledged = all.filter(({ acknowledged }) => acknowledged === undefined)
  for (const application of all) {
    for (const id of application.ids) {
      const owner = owners.get(id) ?? application
      owners.set(id, owner)
      const history = [...owner.history, ...application.history]
      if (owner !== application) breaches.add('id shared', `application id ${id} was given to two forms`, history)
    }
    checkDelivery(application, pollers, breaches)
  }
  for (const companyId of new Set(pollers.map(({ company }) => company.id)))
    checkOrder(
      all.filter(({ company }) => company.id === companyId),
      pollers.filter(({ company }) => company.id === companyId),
      breaches,
    )
  return {
    'never acknowledged': unacknowledged.length,
    'accepted without acknowledgement': unacknowledged.filter(({ ids }) => ids.size > 0).length,
  }
}

function checkDelivery(application: SentApplication, pollers: Poller[], breaches: Breaches): void {
  const { company, ids, acknowledged } = application
  // An application that was not acknowledged reaches all pollers or none.
  const [id] = ids
  if (id === undefined) return
  for (const { company: own, style, seen } of pollers) {
    if (own.id !== company.id || seen.has(id)) continue
    const how = acknowledged === undefined ? 'was delivered to others' : 'was acknowledged'
    note(application, `checked: the poller by ${style} of ${own.slug} never got it`)
    breaches.add('lost', `${id} ${how}, and the poller by ${style} never got it`, application.history)
  }
}

/**
 * Checks that dates rise in the order of acceptance. An application that is first sent after an acknowledgement or a poll's
 * answer has a later date than the acknowledged application, and than the poll's `x-synced-through`.
 */
function checkOrder(applications: SentApplication[], pollers: Poller[], breaches: Breaches): void {
  const said = pollers.flatMap(({ promises }) => promises)
  for (const { acknowledged, dateMs } of applications)
    if (acknowledged !== undefined && dateMs !== undefined) said.push({ atMs: acknowledged.atMs, throughMs: dateMs })
  said.sort((a, b) => a.atMs - b.atMs)
  let at = 0
  let throughMs = Number.NEGATIVE_INFINITY
  for (const application of applications.toSorted((a, b) => a.firstSentMs - b.firstSentMs)) {
    for (let next = said[at]; next !== undefined && next.atMs < application.firstSentMs; next = said[++at])
      throughMs = Math.max(throughMs, next.throughMs)
    const { dateMs, history } = application
    if (dateMs === undefined || dateMs > throughMs) continue
    const [date, passed] = [dateMs, throughMs].map((ms) => new Date(ms).toISOString())
    breaches.add('out of order', `an application got ${date}, after ${passed} had been passed`, history)
  }
}

/** Fetches the CV of every application that reached a poller with one and was not erased, and answers their number. */
export async function checkCvs({ applications, breaches }: World, client: HttpClient): Promise<number> {
  const isErased = ({ changes }: SentApplication) => changes.some(({ to }) => to === 'erased')
  const withCv = applications.all().filter((sent) => sent.cv !== undefined && sent.ids.size > 0 && !isErased(sent))
  for (const { cv, cvLink, formId, history } of withCv) {
    const { pathname, search } = new URL(cvLink ?? 'http://no.link')
    const answer = await client.ask({ operation: 'CV', method: 'GET', path: pathname + search })
    if (answer?.status !== 200 || cv === undefined || !answer.bytes.equals(cv))
      breaches.add('altered', `the CV of form ${formId} by ${cvLink}: ${answer?.status}`, history)
  }
  return withCv.length
}
