import { type Breaches, type Guarantee, guarantees } from './broken-guarantee.ts'
import type { FaultFigures } from './fault.ts'
import type { TrafficFigures } from './traffic.ts'
import type { Acknowledgements } from './world.ts'

/** The result of a run. */
export interface Report {
  seed: string
  database: string
  /** The time of the faults, without the draining and comparing after it. */
  seconds: number
  faults: FaultFigures
  acknowledged: Acknowledgements
  /** Jobs whose titles several ATS wrote at the same time. */
  contended: Record<'jobs' | 'writes' | 'unanswered' | 'reads', number>
  forms: { sent: number; unacknowledged: number; unacknowledgedAccepted: number; cvs: number }
  /** The number of applications by style of poller. */
  deliveries: Record<string, number>
  traffic: TrafficFigures
  breaches: Breaches
}

const names = Object.keys(guarantees) as Guarantee[]

/** Answers whether nothing was broken. */
export const holds = ({ breaches }: Report): boolean => breaches.total() === 0

/** The figures for a program. */
export function toJson({ breaches, ...figures }: Report): string {
  const broken = Object.fromEntries(names.map((name) => [name, breaches.count(name)]))
  return `${JSON.stringify({ ...figures, broken, breaches: breaches.kept() }, null, 2)}\n`
}

/** The figures for a person, with one case of each breach. */
export function toLines({ breaches, ...report }: Report): string[] {
  const { traffic, forms, contended } = report
  const of = (figures: Record<string, number>) => Object.entries(figures).map(([name, count]) => `${count} ${name}`)
  const faults = Object.entries(report.faults).map(([kind, { times, hits }]) =>
    hits === undefined ? `${times} ${kind}` : `${times} ${kind} (${hits} hits)`,
  )
  const timesOfAll = Object.values(report.faults).reduce((sum, { times }) => sum + times, 0)
  return [
    `seed ${report.seed}, ${report.seconds} s over ${report.database}`,
    `faults         ${timesOfAll}: ${faults.join(', ')}`,
    `requests       ${traffic.asked}: ${traffic.answered} answered, ${traffic.unanswered} not`,
    `acknowledged   ${of({ ...report.acknowledged }).join(', ')}`,
    `contended      ${contended.jobs} jobs: ${contended.writes} writes (${contended.unanswered} unanswered), ${contended.reads} reads`,
    `slow bodies    ${of(countSlow(traffic)).join(', ')}`,
    `forms          ${forms.sent} sent, ${forms.unacknowledged} never acknowledged (${forms.unacknowledgedAccepted} of them accepted all the same), ${forms.cvs} CVs read again`,
    `delivered      ${of(report.deliveries).join(', ')}`,
    `5xx            ${traffic.serverErrors}; ${traffic.uncausedServerErrors} among the ${traffic.answeredInCalm} answers of processes that could reach the database, ${traffic.answeredInFailover} of them during a failover`,
    ...names.map((name) => `${name.padEnd(16)}${breaches.count(name)}`),
    ...names.flatMap((name) => describeCase(name, breaches)),
  ]
}

/** Counts the answers to requests whose body came in pieces, by operation. */
const countSlow = ({ answeredBy }: TrafficFigures): Record<string, number> =>
  Object.fromEntries(Object.entries(answeredBy).filter(([operation]) => operation.startsWith('slow ')))

/** Describes the case with the shortest history, which is the easiest to read. */
function describeCase(name: Guarantee, breaches: Breaches): string[] {
  const [shortest] = breaches
    .kept()
    .filter(({ guarantee }) => guarantee === name)
    .toSorted((a, b) => a.history.length - b.history.length)
  if (shortest === undefined) return []
  return ['', `BROKEN: ${guarantees[name]}`, `  ${shortest.what}`, ...shortest.history.map((line) => `  ${line}`)]
}
