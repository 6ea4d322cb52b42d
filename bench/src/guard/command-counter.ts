import { startMongoProxy } from '@boardwalk/mongo-proxy'

/** The driver's own commands, about its connections. */
const housekeeping = new Set(['hello', 'ismaster', 'ping', 'endSessions'])

/** A proxy before the database that counts commands. */
export interface CommandCounter {
  uri: string
  /** Answers how many commands came since the start. */
  count(): number
  stop(): Promise<void>
}

export async function startCommandCounter(databaseUri: string): Promise<CommandCounter> {
  let commands = 0
  const proxy = await startMongoProxy(databaseUri)
  proxy.rule = ({ name }) => {
    if (!housekeeping.has(name)) commands++
    return undefined
  }
  return { uri: proxy.uri, count: () => commands, stop: proxy.stop }
}
