import { isIPv4 } from 'node:net'
import type { Output } from './output.ts'

/** Tells whether requests to an address travel unencrypted over a network, where others can read the key. */
export function isPlainOverNetwork(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isThisMachine(hostname)
}

/** Warns a person who sends the key unencrypted over a network. */
export function warnOfPlainHttp({ say }: Output, url: string): void {
  if (isPlainOverNetwork(url))
    say(`${url} is not encrypted: anybody on the network can read the key and the candidates. Use https.`, 'yellow')
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
