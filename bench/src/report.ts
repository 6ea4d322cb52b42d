import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Results } from './result.ts'

/** Seen from bench/dist. */
export const latestReport = fileURLToPath(new URL('../results/latest.json', import.meta.url))

export async function readReport(path: string): Promise<Results> {
  return JSON.parse(await readFile(path, 'utf8'))
}

/** Writes what was measured now; what the file has of other measurements stays. */
export async function addToReport(path: string, measured: Partial<Results>): Promise<void> {
  const before: Partial<Results> = existsSync(path) ? await readReport(path) : {}
  const results = { ...before, ...measured, goals: { ...before.goals, ...measured.goals } }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
}
