import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { exitCode } from '../../failure.ts'
import { describeCode, isPlainOverNetwork } from '../../network.ts'
import type { Check } from './doctor.ts'

const daysLeftMin = 14
const dayMs = 86_400_000

/** Checks that the connection is encrypted, so that nobody on the network can read the key. */
export async function checkCertificate(address: string, timeoutMs: number): Promise<Check> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isPlainOverNetwork(address))
    return { name: 'TLS', status: 'warning', message: 'none: anybody on the network can read the key; use https' }
  if (protocol === 'http:') return { name: 'TLS', status: 'ok', message: 'not needed on this machine' }
  const found = await fetchCertificate(host, Number(port || 443), timeoutMs)
  if (found === undefined) return { name: 'TLS', status: 'skipped', message: 'the board cannot be reached' }
  const daysLeft = Math.floor((found.validToMs - Date.now()) / dayMs)
  if (found.problem !== undefined)
    return {
      name: 'TLS',
      status: 'failed',
      message: `the certificate is refused: ${found.problem}`,
      exitCode: exitCode.unavailable,
    }
  return daysLeft < daysLeftMin
    ? { name: 'TLS', status: 'warning', message: `the certificate expires in ${daysLeft} days; renew it` }
    : { name: 'TLS', status: 'ok', message: `the certificate is valid for ${daysLeft} more days` }
}

/** Fetches the certificate of a server, even one that is not trusted; undefined without a TLS connection. */
async function fetchCertificate(host: string, port: number, timeoutMs: number) {
  const servername = isIP(host) === 0 ? host : undefined
  const socket = connect({ host, port, rejectUnauthorized: false, ...(servername !== undefined && { servername }) })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout')))
  try {
    await once(socket, 'secureConnect')
    const { authorized, authorizationError } = socket
    const problem = authorized ? undefined : (describeCode(String(authorizationError)) ?? String(authorizationError))
    return { problem, validToMs: Date.parse(socket.getPeerCertificate().valid_to) }
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
