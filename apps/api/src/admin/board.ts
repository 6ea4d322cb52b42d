import { holdsDatabase } from '@boardwalk/local-mongo'
import type { Env } from '../env.ts'
import type { KnownServer } from '../known-servers.ts'

/** The board that a command works on. */
interface Board {
  /** The settings of the command, with the server's database if they name none. */
  env: Env
  /** The server whose database is used because the settings name none. */
  server?: KnownServer
}

interface Choice {
  servers: readonly KnownServer[]
  /** Whether the command may be the first on a new board, and so make its database. */
  mayMakeDatabase: boolean
}

/**
 * Chooses the database of a command: the one in the settings, or else the one of the only server that runs, or else the
 * one in the default folder. Throws if the choice is not clear, so that no command changes a wrong database, or
 * makes a second, empty one.
 */
export function chooseBoard(env: Env, { servers, mayMakeDatabase }: Choice): Board {
  if (env.given.has('MONGODB_URI') || env.given.has('DATA_DIR')) return { env }
  const [server, ...others] = servers.filter((each) => fits(env, each))
  if (server === undefined) {
    if (mayMakeDatabase || holdsDatabase(env.dataDir)) return { env }
    throw new Error(
      [
        `There is no database in ${env.dataDir}, and ${describeNone(env, servers)}.`,
        'Start the server first, or set DATA_DIR or MONGODB_URI to what the server has.',
        'Without a server only "company create" makes a new database.',
        ...describeServers(env, servers),
      ].join('\n'),
    )
  }
  // Several processes over one database are one board.
  if (others.some((other) => describeSettings(env, other) !== describeSettings(env, server))) {
    throw new Error(
      [
        'Several servers run, so it is not clear which one is meant. Set what belongs to the right one:',
        ...describeServers(env, [server, ...others]),
      ].join('\n'),
    )
  }
  if (server.dataDir === null || (server.journalHosts !== null && env.journalMongodbUri === undefined)) {
    throw new Error(
      [
        'The board that runs has a database or a journal whose address only its settings have. Set the same for this command:',
        ...describeServers(env, [server, ...others]),
      ].join('\n'),
    )
  }
  return { env: { ...env, dataDir: server.dataDir, database: server.database }, server }
}

/** Tells whether a server may be meant: it has every setting of an address or a database that is given. */
function fits({ given, port, settings, database }: Env, server: KnownServer): boolean {
  return (
    // PORT=0 takes any free port, so it fits every server.
    (!given.has('PORT') || port === 0 || port === server.port) &&
    (settings.publicUrl === undefined || settings.publicUrl === server.url) &&
    (!given.has('MONGODB_DATABASE') || database === server.database)
  )
}

function describeNone({ given }: Env, servers: readonly KnownServer[]): string {
  if (servers.length === 0) return 'no server was found that runs'
  const names = ['PORT', 'PUBLIC_URL', 'MONGODB_DATABASE'].filter((name) => given.has(name))
  return `no server runs with the ${names.join(' and ')} of this command`
}

/** Describes each server in a line: its address, and the settings that choose it. Equal lines are printed once. */
function describeServers(env: Env, servers: readonly KnownServer[]): string[] {
  return [...new Set(servers.map((server) => `  ${server.url}  ${describeSettings(env, server)}`))]
}

/** The settings of a server's database, as a shell takes them. */
function describeSettings(env: Env, { dataDir, hosts, database, journalHosts }: KnownServer): string {
  const asServer = (setting: string, of: string[]) => `${setting}=… (as the server has it; its hosts: ${of.join(',')})`
  return [
    dataDir === null ? asServer('MONGODB_URI', hosts) : `DATA_DIR=${quote(dataDir)}`,
    ...(database === env.database ? [] : [`MONGODB_DATABASE=${database}`]),
    ...(journalHosts === null ? [] : [asServer('JOURNAL_MONGODB_URI', journalHosts)]),
  ].join(' ')
}

/** Quotes a path for a shell. */
const quote = (path: string) => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/**
 * Finds the address of the pages that a command prints: PUBLIC_URL, or the address of a server that runs on the database,
 * or else the HOST and PORT of the command's own settings.
 */
export function findAddress(
  { settings, host, port, database }: Env,
  servers: readonly KnownServer[],
  hosts: readonly string[],
): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  const same = servers.filter((each) => each.database === database && each.hosts.some((name) => hosts.includes(name)))
  const found = same.find((each) => each.port === port) ?? same[0]
  return found?.url ?? `http://${host}:${port}`
}
