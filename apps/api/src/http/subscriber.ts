import { isIPv6, SocketAddress } from 'node:net'

/** An address as one subscriber's: of IPv6 its first 64 bits, for the rest is anybody's to choose. */
export function subscriberOf(address: string): string {
  const [unzoned = ''] = address.split('%', 1)
  if (!isIPv6(unzoned)) return address
  // In one way of writing, whoever wrote it.
  const short = new SocketAddress({ address: unzoned, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1]
  if (mapped !== undefined) return mapped
  const [start = [], end = []] = short.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}
