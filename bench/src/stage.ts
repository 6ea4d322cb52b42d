import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source } from '@boardwalk/local-mongo'
import type { Db } from 'mongodb'
import type { Closers } from './closers.ts'
import { type Database, openDatabase } from './database/database.ts'
import { type Generator, startGenerator } from './load/generator.ts'
import type { ServiceDatabase } from './service/service.ts'

/** One database server, the load generator and a folder for logs, which every measurement needs. */
export interface Stage {
  database: Database
  generator: Generator
  folder: string
  /** Names a new database, which is removed in the end. */
  newDatabase(name: string): { database: ServiceDatabase; db: Db }
}

export async function openStage(source: Source | undefined, closers: Closers): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-bench-'))
  closers.add(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(folder, source)
  closers.add(() => database.stop())
  const generator = startGenerator()
  closers.add(() => generator.stop())
  const run = `bench_${randomUUID().slice(0, 8)}`
  return {
    database,
    generator,
    folder,
    newDatabase(name) {
      const own = { uri: database.uri, name: `${run}_${name}` }
      const db = database.client.db(own.name)
      // A local server drops a large database for minutes. Its folder is removed instead.
      if (database.name === 'given') closers.add(() => db.dropDatabase())
      return { database: own, db }
    },
  }
}
