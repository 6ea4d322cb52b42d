import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../error.ts'
import { formatJunit } from './junit.ts'
import { formatMarkdown } from './markdown.ts'
import type { Report } from './report.ts'
import { formatText } from './text.ts'

/** The files of a report, each with its form. */
const forms: Record<string, (report: Report) => string> = {
  'report.txt': formatText,
  'report.md': formatMarkdown,
  'report.json': (report) => `${JSON.stringify(report, null, 2)}\n`,
  'junit.xml': formatJunit,
}

/** Makes the folder of reports, and removes reports of an earlier run: without it an interrupted run would leave its certificate. */
export async function clearReports(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    for (const name of Object.keys(forms)) await rm(join(folder, name), { force: true })
  } catch (error) {
    throw new UsageError(`The folder of --report cannot be written: ${Object(error).message}`)
  }
}

/** Writes the report in each form to the folder. */
export async function writeReports(folder: string, report: Report): Promise<void> {
  for (const [name, format] of Object.entries(forms)) await writeFile(join(folder, name), format(report))
}
