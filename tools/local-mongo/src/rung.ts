/** The ways to a database, in the order in which they are tried. */
export const rungs = ['mongod', 'secantus-rs', 'mongod-download', 'secantus-py'] as const
export type Rung = (typeof rungs)[number]

/** Programs whose data folders another one cannot read; a downloaded mongod is a mongod. */
export const engines = ['mongod', 'secantus-rs', 'secantus-py'] as const
export type Engine = (typeof engines)[number]

export function engineOf(rung: Rung): Engine {
  return rung === 'mongod-download' ? 'mongod' : rung
}

/** What the environment variable LOCAL_MONGO asks for; unset or empty is the whole ladder. */
export function parseRung(value: string | undefined): Rung | undefined {
  if (value === undefined || value === '') return undefined
  const rung = rungs.find((name) => name === value)
  if (rung === undefined) throw new Error(`LOCAL_MONGO must be one of ${rungs.join(', ')}, or unset; got "${value}"`)
  return rung
}
