import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash that no password has, so that an unknown address costs as much time as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether the password is the one of this hash; always false without a hash, and no sooner. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash !== null
}
