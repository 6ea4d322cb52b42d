import type { ByService, Figures, Measured } from './result.ts'
import { peers, type ServiceName } from './service/name.ts'

/** The peer with the most requests a second, of those that do the same work. */
function fastestPeer(services: ByService<Figures>): { name: ServiceName; perSecond: number } | undefined {
  return peers
    .flatMap((name) => {
      const perSecond = services[name]?.perSecond
      return perSecond === undefined ? [] : [{ name, perSecond }]
    })
    .sort((a, b) => b.perSecond - a.perSecond)[0]
}

/** How many times as fast as the fastest peer Boardwalk is; undefined where one of them was not measured. */
export function throughputRatio({ services }: Measured): number | undefined {
  const own = services.boardwalk?.perSecond
  const fastest = fastestPeer(services)
  return own === undefined || fastest === undefined ? undefined : own / fastest.perSecond
}

/** What a request costs Boardwalk's API process, as a multiple of what it costs another's. */
export function cpuRatio({ services }: Measured, to: ServiceName): number | undefined {
  const own = services.boardwalk?.apiCpuMicros
  const other = services[to]?.apiCpuMicros
  return own === undefined || other === undefined || other === 0 ? undefined : own / other
}
