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
  faults: FaultFigures
  acknowledged: Acknowledgements
  forms: { sent: number; unacknowledged: number; unacknowledgedAccepted: number; cvs: number }
  /** By style of poller, how many applications it got. */
  deliveries: Record<string, number>
  traffic: TrafficFigures
  breaches: Breaches
}

const names = Object.keys(guarantees) as Guarantee[]

/** Whether nothing was broken; a 5xx without a cause is counted too. */
export const holds = ({ breaches, traffic }: Report): boolean =>
  breaches.total() === 0 && traffic.uncausedServerErrors === 0

/** The figures as a program reads them. */
export function jsonOf({ breaches, ...figures }: Report): string {
  const broken = Object.fromEntries(names.map((name) => [name, breaches.count(name)]))
  return `${JSON.stringify({ ...figures, broken, breaches: breaches.kept() }, null, 2)}\n`
}

/** The figures as a person reads them, and of what was broken one case each. */
export function linesOf({ breaches, ...report }: Report): string[] {
  const { traffic, acknowledged, forms } = report
  const operations = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
  const of = (figures: Record<string, number>) => Object.entries(figures).map(([name, count]) => `${count} ${name}`)
  const faults = Object.entries(report.faults).map(([kind, { times, connections }]) =>
    connections === undefined ? `${times} ${kind}` : `${times} ${kind} (${connections} connections)`,
  )
  return [
    `seed ${report.seed}, ${report.seconds} s over ${report.database}`,
    `faults         ${faults.join(', ')}`,
    `requests       ${traffic.asked}: ${traffic.answered} answered, ${traffic.unanswered} not`,
    `acknowledged   ${operations}: ${of({ ...acknowledged }).join(', ')}`,
    `forms          ${forms.sent} sent, ${forms.unacknowledged} never acknowledged (${forms.unacknowledgedAccepted} of them accepted all the same), ${forms.cvs} CVs read again`,
    `delivered      ${of(report.deliveries).join(', ')}`,
    `5xx            ${traffic.serverErrors}; ${traffic.uncausedServerErrors} among the ${traffic.answeredInCalm} answers with no fault between the API and its database`,
    ...traffic.uncaused.slice(0, 3).map(({ at, operation, status, body }) => `  ${at} ${operation}: ${status} ${body}`),
    ...names.map((name) => `${name.padEnd(16)}${breaches.count(name)}`),
    ...names.flatMap((name) => caseOf(name, breaches)),
  ]
}

/** The case with the shortest history tells most. */
function caseOf(name: Guarantee, breaches: Breaches): string[] {
  const [shortest] = breaches
    .kept()
    .filter(({ guarantee }) => guarantee === name)
    .toSorted((a, b) => a.history.length - b.history.length)
  if (shortest === undefined) return []
  return ['', `BROKEN: ${guarantees[name]}`, `  ${shortest.what}`, ...shortest.history.map((line) => `  ${line}`)]
}
