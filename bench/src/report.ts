import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from './database/database.ts'
import type { Results } from './result.ts'
import { writeTables } from './table.ts'

/** The file of the figures that were measured over a database. The tables are beside it, with the ending `.md`. */
// The path begins at bench/dist.
export const findReport = ({ name }: Pick<Database, 'name'>): string =>
  fileURLToPath(new URL(`../results/${name}.json`, import.meta.url))

export async function readReport(path: string): Promise<Results> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** Writes new measurements into the report, beside the older ones of other things, and its tables again. */
export async function addToReport(path: string, measured: Partial<Results>): Promise<void> {
  const before: Partial<Results> = existsSync(path) ? await readReport(path) : {}
  const results = { ...before, ...measured, goals: { ...before.goals, ...measured.goals } }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(path.replace(/\.json$/, '.md'), writeTables(results))
}
