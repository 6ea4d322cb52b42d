/** The ways to a database, in the order in which they are tried. Each one is a rung of the ladder. */
export const rungs = ['mongod', 'secantus-rs', 'mongod-download', 'secantus-py'] as const
export type Rung = (typeof rungs)[number]

/** The database engines. None can read the data of another. A downloaded mongod and an installed one are the same engine. */
export const engines = ['mongod', 'secantus-rs', 'secantus-py'] as const
export type Engine = (typeof engines)[number]

export function findEngine(rung: Rung): Engine {
  return rung === 'mongod-download' ? 'mongod' : rung
}

/** Parses the environment variable LOCAL_MONGO. Undefined means to try all ways: the variable is unset or empty. */
export function parseRung(value: string | undefined): Rung | undefined {
  if (value === undefined || value === '') return undefined
  const rung = rungs.find((name) => name === value)
  if (rung === undefined) throw new Error(`LOCAL_MONGO must be one of ${rungs.join(', ')}, or unset; got "${value}"`)
  return rung
}
