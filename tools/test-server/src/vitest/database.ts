import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import { afterAll, inject } from 'vitest'
import type {} from './setup.ts'

/** A new database of a test. */
export interface TestDatabase {
  name: string
  /** The settings of a server over this database. */
  settings: { MONGODB_URI: string; MONGODB_DATABASE: string }
  /** Removes the database and the journal beside it. */
  drop(): Promise<void>
}

/** Names a new database, which MongoDB creates with the first write. */
export function newDatabase(): TestDatabase {
  const uri = inject('mongodbUri')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return {
    name,
    settings: { MONGODB_URI: uri, MONGODB_DATABASE: name },
    async drop() {
      // secantus: it deletes key by key, for many seconds, and every other test waits. The run removes all its data at the end.
      if (inject('isSecantus')) return
      const client = await MongoClient.connect(uri)
      for (const each of [name, `${name}_journal`]) await client.db(each).dropDatabase()
      await client.close()
    },
  }
}

/** Gives the tests of one file a new database, and removes it after them. */
export function useDatabase(): TestDatabase['settings'] {
  const { settings, drop } = newDatabase()
  afterAll(drop)
  return settings
}
