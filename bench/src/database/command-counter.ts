import { startMongoProxy } from '@boardwalk/mongo-proxy'

/** The driver's own commands, about its connections. */
const housekeeping = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions', 'saslStart', 'saslContinue'])

/** A proxy before the database that counts commands. */
export interface CommandCounter {
  uri: string
  /** Answers the number of commands by name since the last call. */
  take(): Record<string, number>
  stop(): Promise<void>
}

/** Starts a counter before a database with one address. It costs time, so nothing is timed through it. */
export async function startCommandCounter(databaseUri: string): Promise<CommandCounter> {
  let counts = new Map<string, number>()
  const proxy = await startMongoProxy(databaseUri)
  proxy.rule = ({ name }) => {
    if (!housekeeping.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    return undefined
  }
  return {
    uri: proxy.uri,
    take() {
      const taken = Object.fromEntries(counts)
      counts = new Map()
      return taken
    },
    stop: proxy.stop,
  }
}
