function read(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** The settings of a peer's process. The benchmark gives all of them. */
export const environment = {
  port: Number(read('PORT')),
  mongodbUri: read('MONGODB_URI'),
  database: read('DATABASE'),
  publicUrl: read('PUBLIC_URL'),
  /** For how long keys and jobs' ids are cached. 0: not at all. */
  cacheMs: Number(read('CACHE_MS')),
}
