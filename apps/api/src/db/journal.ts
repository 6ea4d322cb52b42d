import type { Env } from '../process/env.ts'
import { type Connection, connect } from './connection.ts'

/** What follows the name of the board's database in the name of the journal's. */
const SUFFIX = '_journal'

/**
 * Connects to the journal's database (docs/adr/0010-journal.md): on the deployment of `JOURNAL_MONGODB_URI`, or else
 * beside the board's database, which is at `uri`.
 */
export function connectJournal(uri: string, env: Pick<Env, 'database' | 'journalMongodbUri'>): Promise<Connection> {
  const { database, journalMongodbUri } = env
  const name = `${database}${SUFFIX}`
  return journalMongodbUri === undefined
    ? connect(uri, name)
    : connect(journalMongodbUri, name, { setting: 'JOURNAL_MONGODB_URI' })
}
