import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../db/address.ts'

declare module 'vitest' {
  interface ProvidedContext {
    mongodbUri: string
  }
}

/** One database server for the whole run: `MONGODB_URI`, or a local one on a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'boardwalk-test-'))
  const { MONGODB_URI: mongodbUri, LOCAL_MONGO: localMongo } = process.env
  const database = await openDatabase({ mongodbUri, dataDir, localMongo }, (line) => process.stderr.write(`${line}\n`))
  project.provide('mongodbUri', database.uri)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true })
  }
}
