import { makePrintable } from '@boardwalk/schema/printable'
import { describeAbsence, formatSeconds, type Report, type ScenarioResult } from './report.ts'

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

/** Formats report.txt. */
export function formatText(report: Report): string {
  const { boardwalk, command, date, results, summary } = report
  const heading = `boardwalk certify ${boardwalk}, ${date}\n${command.join(' ')}`
  return makePrintable(`${heading}\n\n${results.flatMap(formatResult).join('\n')}\n\n${summary}\n`)
}
