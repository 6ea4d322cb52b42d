import type { Candidate } from '@boardwalk/sdk'
import type { OutputFormat } from '../../output.ts'
import { recordLines } from '../../records.ts'
import { candidateColumns } from '../candidate-columns.ts'
import type { Consumer } from './consumer.ts'
import type { Lines } from './lines.ts'

/** Prints each candidate as it comes; as one JSON object, all of them at the end. */
export function printer(lines: Lines, format: OutputFormat, columns: number | undefined): Promise<Consumer> {
  return format === 'json' ? collector(lines) : linePrinter(lines, format, columns)
}

async function linePrinter(
  lines: Lines,
  format: Exclude<OutputFormat, 'json'>,
  columns: number | undefined,
): Promise<Consumer> {
  const { head, lineOf } = recordLines(format, candidateColumns(format), columns)
  // A file that is appended to has its head.
  if (head !== undefined && lines.sizeBefore === 0) await lines.write(head)
  return {
    async take(candidate) {
      await lines.write(lineOf(candidate))
      return true
    },
  }
}

async function collector(lines: Lines): Promise<Consumer> {
  const candidates: Candidate[] = []
  return {
    async take(candidate) {
      candidates.push(candidate)
      return true
    },
    end: () => lines.write(JSON.stringify({ candidates })),
  }
}
