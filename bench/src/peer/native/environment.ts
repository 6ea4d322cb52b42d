/** A setting of the peer programs, which all must be given. */
function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export const environment = () => ({
  port: Number(setting('PORT')),
  mongodbUri: setting('MONGODB_URI'),
  database: setting('DATABASE'),
  publicUrl: setting('PUBLIC_URL'),
})
