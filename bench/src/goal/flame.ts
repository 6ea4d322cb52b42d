import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Closers } from '../closers.ts'
import { drawFlameGraph } from '../flame/flame-graph.ts'
import { takeProfile } from '../flame/profiler.ts'
import { findOperations } from '../operation.ts'
import { startContender } from '../service/contender.ts'
import type { Stage } from '../stage.ts'

const OPERATIONS = ['poll-1-new', 'update-2k', 'create-2k']
const CONNECTIONS = 50
const SECONDS = 6
const POPULAR_APPLICATIONS = 10_000

/** Draws flame graphs of the three most frequent operations into bench/flame. */
export async function drawFlames(stage: Stage, closers: Closers): Promise<{ drawn: string[] }> {
  const contender = await startContender('boardwalk', stage.newDatabase('flame'), stage.folder, {
    popularApplications: POPULAR_APPLICATIONS,
    companies: 0,
  })
  const { service, key } = contender
  closers.add(() => service.stop())
  const folder = fileURLToPath(new URL('../flame/', import.meta.url))
  await mkdir(folder, { recursive: true })
  for (const operation of findOperations(OPERATIONS, [])) {
    const work = await operation.work(contender, 'flame', 0)
    const pace = { connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: 1 }
    const load = () => stage.generator.run({ url: service.url, keys: [key], work, pids: [service.pid], ...pace })
    const profile = await takeProfile(service.pid, load)
    const title = `${operation.name}, ${CONNECTIONS} connections: CPU time of the API process`
    await writeFile(`${folder}${operation.name}.svg`, drawFlameGraph(title, profile))
  }
  return { drawn: OPERATIONS }
}
