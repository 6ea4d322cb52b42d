import { isIPv6 } from 'node:net'

/** An address as one subscriber's: of IPv6 its first 64 bits, for the rest is anybody's to choose. */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1).join('').split('::')
  const start = head.split(':').filter((group) => group !== '')
  const end = tail?.split(':') ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}
