import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database.ts'
import type {} from './provided.ts'

/** Opens one database server for a whole run of the tests: each test file makes a database of its own there. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { uri, source, stop } = await openDatabase({ isDurable: false })
  project.provide('mongodbUri', uri)
  project.provide('isSecantus', source?.startsWith('secantus') ?? false)
  return stop
}
