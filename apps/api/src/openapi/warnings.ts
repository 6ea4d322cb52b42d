import { jobWarningCodes } from '@boardwalk/schema/job-warning'

/** Prints every kind of warning as a table, for the introduction of the document. */
export function printWarningTable(): string {
  const rows = Object.entries(jobWarningCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return ['| `code` | What the board warns of |', '| --- | --- |', ...rows].join('\n')
}
