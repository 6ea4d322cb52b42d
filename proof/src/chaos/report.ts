import { type Breaches, guaranteeNames, guarantees } from './broken-guarantee.ts'
import type { FaultFigures } from './fault.ts'
import type { Traffic } from './traffic.ts'
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
  forms: Record<'sent' | 'never acknowledged' | 'accepted without acknowledgement' | 'CVs read again', number>
  /** The number of applications by style of poller. */
  delivered: Record<string, number>
  /** After how long something reached a poll that had waited for it. */
  'wake-ups': Record<'count' | 'ms p50' | 'ms p99', number>
  traffic: Traffic['figures']
  breaches: Breaches
}

/** The figures for a program. */
export const toJson = ({ breaches, ...figures }: Report): string =>
  `${JSON.stringify({ ...figures, breaches: breaches.kept() }, null, 2)}\n`

/** The figures for a person. The run has printed the breaches when it found them. */
export function toLines({ breaches, traffic, ...report }: Report): string[] {
  const list = (figures: Record<string, number>) =>
    Object.entries(figures)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  const faults = Object.entries(report.faults)
  const timesOfAll = faults.reduce((sum, [, { times }]) => sum + times, 0)
  return [
    `seed ${report.seed}, ${report.seconds} s over ${report.database}`,
    `faults         ${timesOfAll}: ${faults.map(([kind, { times, hits }]) => `${times} ${kind} (${hits} hits)`).join(', ')}`,
    `requests       ${traffic.answered} answered, ${traffic.unanswered} not`,
    `acknowledged   ${list({ ...report.acknowledged })}`,
    `contended      ${list(report.contended)}`,
    `forms          ${list(report.forms)}`,
    `delivered      ${list(report.delivered)}`,
    `wake-ups       ${list(report['wake-ups'])}`,
    `5xx            ${traffic.serverErrors}; ${traffic.answeredInCalm} answers came from processes that could reach the database, ${traffic.answeredInFailover} of them during a failover`,
    ...guaranteeNames.map((name) => `${name.padEnd(16)}${breaches.count(name)} broke: ${guarantees[name]}`),
  ]
}
