import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** An account of a program at Google, which signs with its key. */
export interface ServiceAccount {
  email: string
  key: KeyObject
}

const KeyFile = z.object({ type: z.literal('service_account'), client_email: z.email(), private_key: z.string() })

/** The path of the JSON key file of a service account, which is read at the start. A message never has what the file has. */
export const ServiceAccountFile = z.string().transform(async (path, ctx): Promise<ServiceAccount> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const account = text === undefined ? undefined : readAccount(text)
  if (account !== undefined) return account
  const reason =
    text === undefined
      ? 'cannot be read'
      : 'is another file: it must have the type "service_account", a client_email and an RSA private_key'
  ctx.addIssue({
    code: 'custom',
    message: `must be the path of the JSON key file of a Google service account: ${path} ${reason}`,
  })
  return z.NEVER
})

function readAccount(text: string): ServiceAccount | undefined {
  try {
    const { client_email: email, private_key: pem } = KeyFile.parse(JSON.parse(text))
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? { email, key } : undefined
  } catch {
    return undefined
  }
}
