import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cacheFolder } from './cache-folder.ts'
import {
  type DataFolder,
  enginesWithData,
  findEngineFolder,
  findSourceFolder,
  removeRecord,
  shortenPath,
  writeRecord,
} from './data-folder.ts'
import { type DatabaseServer, formatAddress, launchServer, type Step } from './database-server.ts'
import { mongodStep } from './mongod.ts'
import { downloadStep } from './mongod-download.ts'
import { disown, isOwned, own } from './owned-servers.ts'
import { secantusRsStep } from './secantus.ts'
import { secantusPyStep } from './secantus-python.ts'
import { findEngine, type Source } from './source.ts'

/** A server that this process owns, and its address. */
export interface OwnServer {
  server: DatabaseServer
  uri: string
  source: Source
}

const advice = `Do one of these:
  install mongod (MongoDB Community Server) and have it on PATH
  npm run mongo:build (needs Rust, CMake and a C compiler; some minutes, once)
  set MONGODB_URI to a MongoDB that you have (a replica set)
  install Python 3.10 to 3.13`

/** Creates the list of all ways to a database, the best first. The README of local-mongo describes them. */
export function createSteps(env: NodeJS.ProcessEnv, isDurable = true): Step[] {
  const cache = cacheFolder(env)
  return [
    mongodStep(env),
    secantusRsStep(cache, env, isDurable),
    downloadStep(cache, env),
    secantusPyStep(cache, isDurable),
  ]
}

/**
 * Chooses the steps that can read this folder's data. One engine cannot read the data of another, so a new engine would
 * start with an empty database. A folder with data therefore keeps its engine. Throws an error if the user names an engine
 * that cannot read the data, because only the user knows which data is wanted.
 */
export function chooseSteps(folder: DataFolder, source: Source | undefined, allSteps: readonly Step[]): Step[] {
  const present = enginesWithData(folder)
  const asked = allSteps.filter((step) => source === undefined || step.source === source)
  if (present.length === 0) return asked
  const fitting = asked.filter((step) => present.includes(findEngine(step.source)))
  if (fitting.length > 0) return fitting
  const paths = present.map((engine) => shortenPath(findEngineFolder(folder, engine).path)).join(', ')
  throw new Error(
    `${shortenPath(folder.path)} holds data of ${present.join(', ')}, which ${source} cannot read: ` +
      `set LOCAL_MONGO=${present[0]}, set another DATA_DIR, or move ${paths} away to begin with an empty database`,
  )
}

/** Starts the first program that works. If none works, throws an error with the reason of each and with advice. */
export async function startFirstThatWorks(
  folder: DataFolder,
  steps: readonly Step[],
  log: (line: string) => void,
): Promise<OwnServer> {
  const reasons: string[] = []
  for (const step of steps) {
    try {
      return await startStep(folder, step, log)
    } catch (error) {
      reasons.push(`  ${step.source}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const present = enginesWithData(folder)
  const held = present.length === 0 ? '' : ` on ${shortenPath(folder.path)}, which holds data of ${present.join(', ')}`
  throw new Error(`No database could be started${held}:\n${reasons.join('\n')}\n${advice}`)
}

async function startStep(folder: DataFolder, step: Step, log: (line: string) => void): Promise<OwnServer> {
  const { source } = step
  const program = await step.locate(log)
  const place = findSourceFolder(folder, source)
  const servedBefore = enginesWithData(folder).includes(findEngine(source))
  try {
    const { server, child } = await launchServer(program, place, (started) => {
      const uri = formatAddress(started.port, program.replicaSet)
      writeRecord(folder, { uri, source, ownerPid: process.pid, serverPid: started.pid })
      own(folder, started)
    })
    log(`Database: ${source}, ${servedBefore ? 'with the data already in' : 'data in'} ${shortenPath(place.path)}`)
    reportUnexpectedEnd(folder, child, (how) =>
      log(`Database: the server ended by itself (${how}), see ${shortenPath(place.log)}`),
    )
    return { server, uri: formatAddress(server.port, program.replicaSet), source }
  } catch (error) {
    disown(folder)
    removeRecord(folder)
    // A first start that failed has stored no data. Its files would only bind the folder to an engine that does not work.
    if (!servedBefore) rmSync(place.data, { recursive: true, force: true })
    throw error
  }
}

function reportUnexpectedEnd(folder: DataFolder, child: ChildProcess, report: (how: string) => void): void {
  child.once('exit', (code, signal) => {
    // After stop(), the end is expected.
    if (isOwned(folder)) report(String(code ?? signal))
  })
}
