import { type Breaches, type Guarantee, guarantees } from './broken-guarantee.ts'
import type { FaultFigures } from './fault.ts'
import type { TrafficFigures } from './traffic.ts'
import type { Acknowledgements } from './world.ts'

/** What was seen in a run. */
export interface Report {
  seed: string
  database: string
  /** While faults came; what is drained and compared afterwards takes its own time. */
  seconds: number
  companies: Record<string, number>
  faults: FaultFigures
  acknowledged: Acknowledgements
  /** Jobs whose title many wrote at the same time. */
  contended: Record<'jobs' | 'writes' | 'unanswered' | 'reads', number>
  forms: { sent: number; unacknowledged: number; unacknowledgedAccepted: number; cvs: number }
  /** By style of poller, how many applications it got. */
  deliveries: Record<string, number>
  traffic: TrafficFigures
  breaches: Breaches
}

const names = Object.keys(guarantees) as Guarantee[]

/** Whether nothing was broken. */
export const holds = ({ breaches }: Report): boolean => breaches.total() === 0

/** The figures as a program reads them. */
export function jsonOf({ breaches, ...figures }: Report): string {
  const broken = Object.fromEntries(names.map((name) => [name, breaches.count(name)]))
  return `${JSON.stringify({ ...figures, broken, breaches: breaches.kept() }, null, 2)}\n`
}

/** The figures as a person reads them, and of what was broken one case each. */
export function linesOf({ breaches, ...report }: Report): string[] {
  const { traffic, forms, contended } = report
  const of = (figures: Record<string, number>) => Object.entries(figures).map(([name, count]) => `${count} ${name}`)
  const faults = Object.entries(report.faults).map(([kind, { times, hits }]) =>
    hits === undefined ? `${times} ${kind}` : `${times} ${kind} (${hits} hits)`,
  )
  const timesOfAll = Object.values(report.faults).reduce((sum, { times }) => sum + times, 0)
  return [
    `seed ${report.seed}, ${report.seconds} s over ${report.database}`,
    `companies      ${of(report.companies).join(', ')}`,
    `faults         ${timesOfAll}: ${faults.join(', ')}`,
    `requests       ${traffic.asked}: ${traffic.answered} answered, ${traffic.unanswered} not`,
    `acknowledged   ${of({ ...report.acknowledged }).join(', ')}`,
    `contended      ${contended.jobs} jobs: ${contended.writes} writes (${contended.unanswered} unanswered), ${contended.reads} reads`,
    `slow bodies    ${of(slowOf(traffic)).join(', ')}`,
    `forms          ${forms.sent} sent, ${forms.unacknowledged} never acknowledged (${forms.unacknowledgedAccepted} of them accepted all the same), ${forms.cvs} CVs read again`,
    `delivered      ${of(report.deliveries).join(', ')}`,
    `5xx            ${traffic.serverErrors}; ${traffic.uncausedServerErrors} among the ${traffic.answeredInCalm} answers of processes that could reach the database, of which ${traffic.answeredInFailover} were given during a failover`,
    ...names.map((name) => `${name.padEnd(16)}${breaches.count(name)}`),
    ...names.flatMap((name) => caseOf(name, breaches)),
  ]
}

/** Answers to requests whose body came in pieces, by operation. */
const slowOf = ({ answeredBy }: TrafficFigures): Record<string, number> =>
  Object.fromEntries(Object.entries(answeredBy).filter(([operation]) => operation.startsWith('slow ')))

/** The case with the shortest history tells most. */
function caseOf(name: Guarantee, breaches: Breaches): string[] {
  const [shortest] = breaches
    .kept()
    .filter(({ guarantee }) => guarantee === name)
    .toSorted((a, b) => a.history.length - b.history.length)
  if (shortest === undefined) return []
  return ['', `BROKEN: ${guarantees[name]}`, `  ${shortest.what}`, ...shortest.history.map((line) => `  ${line}`)]
}
