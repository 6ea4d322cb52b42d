import { rounded } from '../result.ts'
import { startService } from '../service/service.ts'
import type { Stage } from '../stage.ts'

const STARTS = 7

/** From the start of an API process until it says that it is ready, the database being up: first on an empty one. */
export async function measureStart({ newDatabase, folder }: Stage) {
  const { database } = newDatabase('start')
  const startMs: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const service = await startService('boardwalk', database, folder)
    const { status } = await fetch(`${service.url}/readyz`)
    await service.stop()
    if (status !== 200) throw new Error(`a server that said it was ready answered ${status} at /readyz`)
    startMs.push(rounded(service.startMs))
  }
  const [onEmptyMs, ...later] = startMs
  return { onEmptyMs, ms: later.toSorted((a, b) => a - b)[later.length >> 1], all: startMs }
}
