import { cpus, totalmem } from 'node:os'

/** Writes a table as Markdown. */
export function writeTable(columns: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

export function describeMachine(): string {
  const all = cpus()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${all.length} CPUs (${all[0]?.model ?? 'unknown'}), ${memoryGb} GB, Node ${process.versions.node}`
}
