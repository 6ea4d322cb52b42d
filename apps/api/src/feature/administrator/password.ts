import { hash, verify } from '@node-rs/argon2'

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash that no password has. It makes an unknown address cost as much time as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether a password has this hash. Without a hash the answer is false, after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash !== null
}
