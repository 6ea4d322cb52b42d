/** The ways to get a database, in the order in which they are tried. */
export const sources = ['mongod', 'secantus-rs', 'mongod-download', 'secantus-py'] as const
export type Source = (typeof sources)[number]

/** The database engines. None can read the data of another. A downloaded mongod and an installed one are the same engine. */
export const engines = ['mongod', 'secantus-rs', 'secantus-py'] as const
export type Engine = (typeof engines)[number]

export function findEngine(source: Source): Engine {
  return source === 'mongod-download' ? 'mongod' : source
}

/** Parses the environment variable LOCAL_MONGO. Undefined means to try all ways: the variable is unset or empty. */
export function parseSource(value: string | undefined): Source | undefined {
  if (value === undefined || value === '') return undefined
  const source = sources.find((name) => name === value)
  if (source === undefined)
    throw new Error(`LOCAL_MONGO must be one of ${sources.join(', ')}, or unset; got "${value}"`)
  return source
}
