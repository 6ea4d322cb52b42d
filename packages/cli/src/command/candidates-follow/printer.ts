import type { Candidate } from '@boardwalk/sdk'
import type { OutputFormat } from '../../output.ts'
import { createLineFormat } from '../../records.ts'
import { chooseCandidateColumns } from '../candidate-columns.ts'
import type { Consumer } from './consumer.ts'
import type { Lines } from './lines.ts'

/** Creates the consumer that prints each candidate at once, or in the format `json` all of them at the end. */
export function createPrinter(lines: Lines, format: OutputFormat, columns: number | undefined): Promise<Consumer> {
  return format === 'json' ? createCollector(lines) : createLinePrinter(lines, format, columns)
}

async function createLinePrinter(
  lines: Lines,
  format: Exclude<OutputFormat, 'json'>,
  columns: number | undefined,
): Promise<Consumer> {
  const { head, formatLine } = createLineFormat(format, chooseCandidateColumns(format), columns)
  // A file that already has content also has its head.
  if (head !== undefined && lines.sizeBefore === 0) await lines.write(head)
  return {
    async take(candidate) {
      await lines.write(formatLine(candidate))
      return true
    },
  }
}

async function createCollector(lines: Lines): Promise<Consumer> {
  const candidates: Candidate[] = []
  return {
    async take(candidate) {
      candidates.push(candidate)
      return true
    },
    end: () => lines.writeDocument({ candidates }),
  }
}
