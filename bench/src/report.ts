import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Results } from './result.ts'

/** Seen from bench/dist. */
export const latestReport = fileURLToPath(new URL('../results/latest.json', import.meta.url))

export async function writeReport(path: string, results: Results): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
}

export async function readReport(path: string): Promise<Results> {
  return JSON.parse(await readFile(path, 'utf8'))
}
