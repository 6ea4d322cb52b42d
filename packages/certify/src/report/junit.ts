import { makePrintable } from '@boardwalk/schema/printable'
import { escapeUTF8 } from 'entities'
import { describeAbsence, type Report, type ScenarioResult } from './report.ts'

/* The report as junit.xml, as Jenkins, GitLab and GitHub's actions read it. */

/** Formats junit.xml. */
export function formatJunit({ boardwalk, counts, date, results, seconds }: Report): string {
  const attributes = formatAttributes({
    name: `boardwalk certify ${boardwalk}`,
    tests: results.length,
    failures: counts.failed,
    errors: 0,
    skipped: counts['not applicable'],
    time: seconds,
    timestamp: date.slice(0, 19),
  })
  const cases = results.map(formatCase).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite${attributes}>\n${cases}\n</testsuite>\n</testsuites>\n`
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
