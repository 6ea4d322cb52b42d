import { makePrintable } from '@boardwalk/schema/printable'
import { escapeUTF8 } from 'entities'
import type { Expectation } from '../scenario.ts'
import { describeAbsence, describeMissing, type Report, type ScenarioResult } from './report.ts'

/* The report as junit.xml, as Jenkins, GitLab and GitHub's actions read it. */

/** Formats junit.xml. */
export function formatJunit({ boardwalk, counts, date, limits, missing, results, seconds, summary }: Report): string {
  const attributes = formatAttributes({
    name: `boardwalk certify ${boardwalk}`,
    tests: results.length + missing.length,
    failures: counts.failed + missing.length,
    errors: 0,
    skipped: counts['not applicable'],
    time: seconds,
    timestamp: date.slice(0, 19),
  })
  const cases = [...missing.map(formatMissing), ...results.map(formatCase)].join('\n')
  const output = `<system-out>${escapeXml([summary, ...limits].join('\n'))}</system-out>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite${attributes}>\n${cases}\n${output}\n</testsuite>\n</testsuites>\n`
}

function formatMissing(expectation: Expectation): string {
  const start = `<testcase${formatAttributes({ classname: 'certify.expect', name: expectation, time: 0 })}>`
  return `${start}<failure${formatAttributes({ message: describeMissing(expectation), type: 'expect' })}/></testcase>`
}

function formatCase(result: ScenarioResult): string {
  const { name, duty, guide, harm, evidence = [], ms, output = [], promise, verdict } = result
  const start = `<testcase${formatAttributes({ classname: `certify.${duty}`, name, time: ms / 1000 })}>`
  if (verdict === 'not applicable')
    return `${start}<skipped${formatAttributes({ message: describeAbsence(result) })}/></testcase>`
  if (harm === undefined) return `${start}</testcase>`
  const text = [promise, harm, ...evidence, `How to do it right: ${guide}`].join('\n')
  const failure = `<failure${formatAttributes({ message: harm, type: name })}>${escapeXml(text)}</failure>`
  return `${start}${failure}<system-out>${escapeXml(output.join('\n'))}</system-out></testcase>`
}

const formatAttributes = (attributes: Record<string, string | number>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

/** Escapes a text. Characters that XML 1.0 cannot have, also escaped, are replaced. */
const escapeXml = (text: string) =>
  escapeUTF8(makePrintable(text.toWellFormed()).replaceAll(/[\ufffe\uffff]/g, '\ufffd'))
