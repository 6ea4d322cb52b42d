import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Reduces an address to its subscriber. For IPv6 these are the first 64 bits, because a subscriber may choose the rest. */
export function findSubscriber(address: string): string {
  const [unzoned = ''] = withoutPort(address).split('%', 1)
  if (!isIPv6(unzoned)) return isIPv4(unzoned) ? unzoned : address
  // Gives each address one spelling.
  const short = new SocketAddress({ address: unzoned, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1]
  if (mapped !== undefined) return mapped
  const [start = [], end = []] = short.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}

/** Some proxies write the port too, as in `192.0.2.1:80` and `[2001:db8::1]:80`. It changes with every connection. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return ipv6 ?? ipv4 ?? address
}
