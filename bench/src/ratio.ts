import type { ByService, Figures, Measured } from './result.ts'
import { peers, type ServiceName } from './service/name.ts'

/** Finds the peer with the most requests a second. */
export function findFastestPeer(services: ByService<Figures>): { name: ServiceName; perSecond: number } | undefined {
  return peers
    .flatMap((name) => {
      const perSecond = services[name]?.perSecond
      return perSecond === undefined ? [] : [{ name, perSecond }]
    })
    .sort((a, b) => b.perSecond - a.perSecond)[0]
}

/** Divides Boardwalk's requests a second by the fastest peer's. Undefined if one of them was not measured. */
export function computeThroughputRatio({ services }: Measured): number | undefined {
  const own = services.boardwalk?.perSecond
  const fastest = findFastestPeer(services)
  return own === undefined || fastest === undefined ? undefined : own / fastest.perSecond
}
