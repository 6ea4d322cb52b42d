import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cacheFolder } from './cache-folder.ts'
import {
  type DataFolder,
  dataOf,
  engineFolder,
  enginesWithData,
  removeRecord,
  shown,
  writeRecord,
} from './data-folder.ts'
import { addressOf, type DatabaseServer, launchServer, type Step } from './database-server.ts'
import { mongodStep } from './mongod.ts'
import { downloadStep } from './mongod-download.ts'
import { disown, isOwned, own } from './owned-servers.ts'
import { engineOf, type Rung } from './rung.ts'
import { secantusRsStep } from './secantus.ts'
import { secantusPyStep } from './secantus-python.ts'

/** A server that this process owns. */
export interface OwnServer {
  server: DatabaseServer
  uri: string
  rung: Rung
}

const ways = `Any one of these helps:
  install mongod (MongoDB Community Server) and have it on PATH
  npm run mongo:build (needs Rust, CMake and a C compiler; some minutes, once)
  set MONGODB_URI to a MongoDB that you have (a replica set)
  install Python 3.10 to 3.13`

/** Every way to a database, the best first (docs: README.md beside this folder). */
export function ladderOf(env: NodeJS.ProcessEnv): Step[] {
  const cache = cacheFolder(env)
  return [mongodStep(env), secantusRsStep(cache, env), downloadStep(cache, env), secantusPyStep(cache)]
}

/**
 * The steps that see this folder's data. One engine cannot read another's, so a higher rung that has become possible
 * would greet its user with an empty database. Instead the ladder stays with the engine whose data is there, and a
 * rung that is asked for by name and has none of its own is refused: only the user knows which data is meant.
 */
export function stepsFor(folder: DataFolder, rung: Rung | undefined, ladder: readonly Step[]): Step[] {
  const present = enginesWithData(folder)
  const asked = ladder.filter((step) => rung === undefined || step.rung === rung)
  if (present.length === 0) return asked
  const fitting = asked.filter((step) => present.includes(engineOf(step.rung)))
  if (fitting.length > 0) return fitting
  const paths = present.map((engine) => shown(engineFolder(folder, engine).path)).join(', ')
  throw new Error(
    `${shown(folder.path)} holds data of ${present.join(', ')}, which ${rung} cannot read: ` +
      `set LOCAL_MONGO=${present[0]}, set another DATA_DIR, or move ${paths} away to begin with an empty database`,
  )
}

/** Starts the first program that works. */
export async function climb(
  folder: DataFolder,
  steps: readonly Step[],
  log: (line: string) => void,
): Promise<OwnServer> {
  const reasons: string[] = []
  for (const step of steps) {
    try {
      return await take(folder, step, log)
    } catch (error) {
      reasons.push(`  ${step.rung}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const present = enginesWithData(folder)
  const held = present.length === 0 ? '' : ` on ${shown(folder.path)}, which holds data of ${present.join(', ')}`
  throw new Error(`No database could be started${held}:\n${reasons.join('\n')}\n${ways}`)
}

async function take(folder: DataFolder, step: Step, log: (line: string) => void): Promise<OwnServer> {
  const { rung } = step
  const program = await step.locate(log)
  const place = dataOf(folder, rung)
  const servedBefore = enginesWithData(folder).includes(engineOf(rung))
  try {
    const { server, child } = await launchServer(program, place, (started) => {
      const uri = addressOf(started.port, program.replicaSet)
      writeRecord(folder, { uri, rung, ownerPid: process.pid, serverPid: started.pid })
      own(folder, started)
    })
    log(`Database: ${rung}, ${servedBefore ? 'with the data already in' : 'data in'} ${shown(place.path)}`)
    reportLoss(folder, child, (how) => log(`Database: the server ended by itself (${how}), see ${shown(place.log)}`))
    return { server, uri: addressOf(server.port, program.replicaSet), rung }
  } catch (error) {
    disown(folder)
    removeRecord(folder)
    // What a failed first attempt left behind is not data; kept, it would tie the folder to a rung that does not work.
    if (!servedBefore) rmSync(place.data, { recursive: true, force: true })
    throw error
  }
}

function reportLoss(folder: DataFolder, child: ChildProcess, report: (how: string) => void): void {
  child.once('exit', (code, signal) => {
    // After stop() its end is meant.
    if (isOwned(folder)) report(String(code ?? signal))
  })
}
