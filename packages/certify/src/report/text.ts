import { makePrintable } from '@boardwalk/schema/printable'
import { describeAbsence, describeMissing, formatSeconds, type Report, type ScenarioResult } from './report.ts'

/* The report for a person: on the terminal, a scenario at a time, and as report.txt. */

const MARGIN = ' '.repeat(8)

/** Formats how a scenario ended, as lines. */
export function formatResult(result: ScenarioResult): string[] {
  const { name, promise, verdict, ms, harm, evidence = [], output = [], guide } = result
  if (verdict === 'not applicable') return [`-       ${name}: not applicable. ${describeAbsence(result)}`]
  const title = `${name} (${formatSeconds(ms)})`
  if (harm === undefined) return [`ok      ${title}: ${promise}`]
  const parts = [
    ['What happened:', harm],
    evidence.length > 0 ? ['Evidence:', ...evidence] : [],
    output.length > 0 ? ['The program printed last:', ...output] : ['The program printed nothing.'],
    ['How to do it right:', guide],
  ]
  const lines = parts.flatMap(([heading = [], ...texts]) => [heading, texts.map((text) => `  ${text}`)].flat())
  return [`FAILED  ${title}: ${promise}`, ...lines.map((line) => MARGIN + line)]
}

/** Formats what ends a report, as lines: what is missing, the summary, and what was not tested. */
export function formatEnd({ limits, missing, summary }: Report): string[] {
  const failures = missing.map((expectation) => `FAILED  --expect ${expectation}: ${describeMissing(expectation)}`)
  return [...failures, '', summary, ...limits]
}

/** Formats report.txt. */
export function formatText(report: Report): string {
  const { boardwalk, command, date, results } = report
  const heading = [`boardwalk certify ${boardwalk}, ${date}`, command.join(' '), '']
  return makePrintable(`${[...heading, ...results.flatMap(formatResult), ...formatEnd(report)].join('\n')}\n`)
}
