import { note, type SentApplication } from './application-log.ts'
import type { Breaches } from './broken-guarantee.ts'
import { COMPANY_PATH, formatJobPath, isExact, type Poller } from './poller.ts'

/**
 * Checks what only the end of a run can show: applications that a poller never got, and dates that are too early after what
 * was said before. The pollers notice everything else during the run.
 */
export function checkApplications(
  applications: Iterable<SentApplication>,
  pollers: Poller[],
  breaches: Breaches,
): { unacknowledgedAccepted: number; unacknowledged: number } {
  const all = [...applications]
  const owners = new Map<string, SentApplication>()
  const figures = { unacknowledgedAccepted: 0, unacknowledged: 0 }
  for (const application of all) {
    for (const id of application.ids) {
      const owner = owners.get(id) ?? application
      owners.set(id, owner)
      if (owner !== application)
        breaches.add('id shared', `application id ${id} was given to two forms`, [
          ...owner.history,
          ...application.history,
        ])
    }
    checkDelivery(application, pollers, breaches)
    if (application.acknowledged !== undefined) continue
    figures.unacknowledged++
    if (application.ids.size > 0) figures.unacknowledgedAccepted++
  }
  for (const companyId of new Set(pollers.map(({ company }) => company.id)))
    checkOrder(
      all.filter(({ company }) => company.id === companyId),
      pollers.filter(({ company }) => company.id === companyId),
      breaches,
    )
  return figures
}

function checkDelivery(application: SentApplication, pollers: Poller[], breaches: Breaches): void {
  const { company, ids, acknowledged } = application
  // An application that was not acknowledged reaches all pollers or none.
  const [id] = ids
  if (id === undefined) return
  for (const poller of pollers) {
    const { company: own, style, seen } = poller
    if (own.id !== company.id || seen.has(id)) continue
    notePolls(application, poller)
    const how = acknowledged === undefined ? 'was delivered to others' : 'was acknowledged'
    const exactly = isExact(style) ? '' : ' (at least once)'
    note(application, `checked: the poller by ${style} of ${own.slug} never got it`)
    breaches.add('lost', `${id} ${how}, and the poller by ${style} never got it${exactly}`, application.history)
  }
}

/** Notes the answers that should have had an application: those of the first polls whose `x-synced-through` is not before its date. */
function notePolls(application: SentApplication, { promises }: Poller): void {
  const { job, dateMs } = application
  const paths = [COMPANY_PATH, formatJobPath(job.externalId)]
  const after = promises.filter(
    ({ poll, throughMs }) => poll !== undefined && paths.includes(poll.path) && throughMs >= (dateMs ?? 0),
  )
  for (const { atMs, throughMs, poll } of after.slice(0, 2)) {
    const [at, through] = [atMs, throughMs].map((ms) => new Date(ms).toISOString())
    application.history.push(
      `${at} answer to ${poll?.question}: ${poll?.candidates} of ${poll?.total}, through ${through} (${poll?.requestId})`,
    )
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
