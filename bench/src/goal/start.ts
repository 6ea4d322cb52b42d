import { round } from '../result.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'

const STARTS = 7

/** Measures the start of an API process until it is ready, the first time over an empty database. */
export async function measureStart({ newDatabase, folder }: Stage) {
  const { database } = newDatabase('start')
  const startMs: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const service = await startService('boardwalk', database, folder)
    const { status } = await fetch(`${service.url}/readyz`)
    await service.stop()
    if (status !== 200) throw new Error(`a server that said it was ready answered ${status} at /readyz`)
    startMs.push(round(service.startMs))
  }
  const [onEmptyMs, ...later] = startMs
  return { onEmptyMs, ms: later.toSorted((a, b) => a - b)[later.length >> 1], all: startMs }
}
