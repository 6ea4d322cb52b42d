import { makePrintable } from '@boardwalk/schema/printable'
import { duties } from '../scenario.ts'
import { describeAbsence, describeMissing, formatSeconds, type Report, type ScenarioResult } from './report.ts'

/* The report as report.md: the certificate. It has texts that the program printed, so each text is escaped. */

/** Formats report.md. */
export function formatMarkdown(report: Report): string {
  const { boardwalk, command, date, does, isCertificate, limits, missing, prepare, results, stored, summary } = report
  const facts = [
    ['The program', formatCode(command.join(' '))],
    ['`--stored`', stored === undefined ? '' : formatCode(stored)],
    ['`--prepare`', prepare === undefined ? '' : formatCode(prepare)],
    ['It was seen to', does.map((duty) => escapeText(duties[duty])).join('; ')],
    ['Tested on', date],
    ['Tested with', `\`boardwalk certify\` ${boardwalk}`],
  ].filter(([, value]) => value !== '')
  const rows = results.map(({ name, verdict, ms, promise }) => [
    name,
    verdict,
    ms === 0 ? '' : formatSeconds(ms),
    escapeText(promise),
  ])
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  const absent = results.filter(({ verdict }) => verdict === 'not applicable')
  const parts = [
    isCertificate ? '# Certificate of a Boardwalk integration' : '# Test of a Boardwalk integration',
    summary,
    ...limits.map(escapeText),
    ...missing.map((expectation) => `**${escapeText(describeMissing(expectation))}.**`),
    formatTable(['', ''], facts),
    formatTable(['Scenario', 'Result', 'Time', 'Promise'], rows),
    ...failed.map(formatFailure),
  ]
  if (absent.length > 0) {
    const items = absent.map((result) => `- ${result.name}: ${escapeText(describeAbsence(result))}.`)
    parts.push(`## Not applicable\n\n${items.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}

function formatFailure({ name, promise, harm = '', evidence = [], output = [], guide }: ScenarioResult): string {
  const parts = [`## Failed: ${name}`, `Promise: ${escapeText(promise)}`, `**${escapeText(harm)}**`]
  if (evidence.length > 0) parts.push('Evidence:', formatBlock(evidence))
  if (output.length > 0) parts.push(`The program printed last (all of it is in ${name}.log):`, formatBlock(output))
  return [...parts, `How to do it right: ${guide}`].join('\n\n')
}

const formatTable = (heading: string[], rows: string[][]) =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Escapes a text of one line, so that it is shown and no part of it is obeyed. */
const escapeText = (text: string) =>
  makePrintable(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>&|#~!]/g, '\\$&')

/** Formats a command as code, also in a table. */
const formatCode = (text: string) => {
  const fence = makeFence(text, 1)
  return `${fence} ${makePrintable(text).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} ${fence}`
}

function formatBlock(lines: readonly string[]): string {
  const text = makePrintable(lines.join('\n'))
  const fence = makeFence(text, 3)
  return `${fence}text\n${text}\n${fence}`
}

/** Makes a fence that is longer than any in the text. */
function makeFence(text: string, length: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(Math.max(length, longest + 1))
}
