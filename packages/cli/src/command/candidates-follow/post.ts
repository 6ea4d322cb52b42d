import { readFile, stat } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { Failure, UsageFailure } from '../../failure.ts'
import { toOpenFailure } from '../../input.ts'
import { fetchInWords, findReason, isPlainOverNetwork, userAgent } from '../../network.ts'
import type { Output } from '../../output.ts'
import { type Entry, findPlace, type Refusal, toDocument } from './consumer.ts'

/* The consumer of `--post`: a sender of Standard Webhooks (https://www.standardwebhooks.com). */

/** The specification recommends a limit of 15 to 30 seconds. */
const timeoutMs = 20_000
const retryAfterMsMost = 3_600_000

/** Creates a function that posts an entry. It returns undefined if the receiver answered with 2xx. */
export async function createPoster(
  url: string,
  secretFile: string,
  abort: AbortSignal,
  say: Output['say'],
): Promise<(entry: Entry) => Promise<Refusal | undefined>> {
  const webhook = new Webhook(await readSecret(secretFile, say))
  // The rest of the address may be a secret, so no message shows it.
  const { origin } = new URL(url)
  if (isPlainOverNetwork(url))
    say(`${origin} is not encrypted: others on the network can read the candidates.`, 'yellow')

  return async (entry) => {
    const body = JSON.stringify(toDocument(entry))
    // The same for each try. It has no ".", which separates the parts of the text that is signed.
    const id = `${entry.candidate.id}_${Date.parse(findPlace(entry))}`
    const now = new Date()
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.sign(id, now, body),
    }
    const signal = AbortSignal.any([abort, AbortSignal.timeout(timeoutMs)])
    try {
      const answer = await fetchInWords(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return judge(answer, origin)
    } catch (error) {
      if (error instanceof Failure) throw error
      const isTimeUp = error instanceof Error && error.name === 'TimeoutError'
      const why = isTimeUp ? `within ${timeoutMs / 1000} seconds` : `(${findReason(error)})`
      return { message: `${origin} gave no answer ${why}`, status: null }
    }
  }
}

/** Says why an answer means that the entry was not taken; undefined if it was. Throws a Failure if the receiver wants no more. */
function judge({ ok, status, headers }: Response, origin: string): Refusal | undefined {
  if (ok) return undefined
  // The specification says that a sender must then stop.
  if (status === 410) throw new Failure(`${origin} answered 410: it wants no more candidates. Remove this follow.`)
  const isRedirect = status >= 300 && status < 400
  const message = `${origin} answered ${status}${isRedirect ? ', and a redirect is not followed' : ''}`
  return { message, status, retryAfterMs: readRetryAfterMs(headers) }
}

/** Reads the header `retry-after`, which has seconds or a date; 0 without one. */
function readRetryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return ms > 0 ? Math.min(ms, retryAfterMsMost) : 0
}

const secretForm = /^whsec_[A-Za-z0-9+/]+={0,2}$/
const secretPrefix = 'whsec_'

/** Reads the secret that the receiver also has. Throws a Failure that does not show what the file has. */
async function readSecret(file: string, say: Output['say']): Promise<string> {
  const refuse = (error: unknown): never => {
    throw toOpenFailure(error, file)
  }
  const secret = (await readFile(file, 'utf8').catch(refuse)).trim()
  const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64').length
  if (!secretForm.test(secret) || bytes < 24 || bytes > 64)
    throw new UsageFailure(
      `${file} must have a secret of 24 to 64 bytes in base64 after "whsec_". Make one: echo "whsec_$(openssl rand -base64 32)"`,
    )
  const { mode } = await stat(file).catch(refuse)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    say(`Other users can read the secret in ${file}. Run chmod 600 on this file.`, 'yellow')
  return secret
}
