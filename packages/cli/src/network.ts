import { isIPv4 } from 'node:net'
import manifest from '../package.json' with { type: 'json' }
import type { Output } from './output.ts'

/** The name of this command in its requests. */
export const userAgent = `boardwalk-cli/${manifest.version}`

const unknownAuthority =
  'no authority that this machine trusts has signed the certificate; name your own authority in NODE_EXTRA_CA_CERTS'

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no host has this name; check its spelling',
  EAI_AGAIN: 'host names cannot be resolved; check the network',
  ECONNREFUSED: 'nothing listens there; check that the server runs, and the port',
  ECONNRESET: 'the connection was closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; did you mean http://?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS; did you mean http://?',
  CERT_HAS_EXPIRED: 'the certificate has expired; renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name; check the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
}

/** Calls `fetch`, whose own error only says "fetch failed". If the reason is known, the cause of this one says it in words. */
export async function fetchInWords(url: string | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const words = describeNetworkError(error)
    if (words === undefined) throw error
    // The first error stays a cause: the SDK tells by its code whether the request was sent.
    throw new TypeError('fetch failed', { cause: new Error(words, { cause: error }) })
  }
}

/** Finds why there was no answer, in the error of `fetchInWords`. */
export function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, name } = error.cause instanceof Error ? error.cause : error
  return message.split('\n', 1)[0] || name
}

/** Says in words why a connection failed, by the code of the error or of one of its causes; undefined for other codes. */
function describeNetworkError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return describeCode(code) ?? describeNetworkError(error.cause)
}

/** Says in words what a code of a network or TLS error means; undefined if it is not known. */
export const describeCode = (code: string): string | undefined => reasons[code]

/** Tells whether requests to an address travel unencrypted over a network, where others can read the key. */
export function isPlainOverNetwork(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isThisMachine(hostname)
}

/** Warns a person who sends the key unencrypted over a network. */
export function warnOfPlainHttp({ say }: Output, url: string): void {
  if (isPlainOverNetwork(url))
    say(`${url} is not encrypted: others on the network can read the key and the candidates. Use https.`, 'yellow')
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
