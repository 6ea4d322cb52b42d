import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const HOUR_SECONDS = 60 * 60

export type ApplicationLimit = ReturnType<typeof createApplicationLimit>

/** At most so many forms an hour from one address; each process counts for itself. */
export function createApplicationLimit(applicationsPerHour: number) {
  const limiter = new RateLimiterMemory({ points: applicationsPerHour, duration: HOUR_SECONDS })
  return {
    /** Counts a form, and answers after how many seconds the next is taken if this one is over the limit. */
    async consume(address: string): Promise<number | undefined> {
      try {
        await limiter.consume(subscriberOf(address))
        return undefined
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
  }
}

/** The address as one subscriber's: of IPv6 its first 64 bits, for the rest is anybody's to choose. */
function subscriberOf(address: string): string {
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
