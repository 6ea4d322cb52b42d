/** What the operator chooses and services read. `env.ts` reads it from the environment. */
export interface Settings {
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string
  /** What a candidate's `jobBoardId` says. */
  jobBoardId: string
  keyPrefix: string
  /** The number of proxies in front of the server. Each adds the address that it saw. */
  trustProxy: number
  /** Apply forms from one address in an hour, at most, on each process. */
  applicationsPerHour: number
  /** Requests under way at once, at most, on each process; more are refused. */
  requestsAtOnce: number
  /** Requests in a minute with one key; 0 for any number. */
  keyRequestsPerMinute: number
  /** Requests in a minute from one address; 0 for any number. */
  addressRequestsPerMinute: number
  /** Requests in a minute from one address with a key that does not work. They do not hold up those with a good key. */
  wrongKeysPerMinute: number
  /** A call of the database is tried again for this long. Default: `DATABASE_WAIT_MS`. */
  databaseWaitMs?: number
}

/** The settings that a function reads. */
export interface WithSettings<Name extends keyof Settings> {
  settings: Pick<Settings, Name>
}
