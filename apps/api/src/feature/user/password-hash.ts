import { hash, verify } from '@node-rs/argon2'

/** The minimum that OWASP recommends for argon2id: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash that no password has. Checking it makes an unknown address take as long as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether a password has this hash. Without a hash this returns false, after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash !== null
}
