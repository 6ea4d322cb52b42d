import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChildServer } from '@boardwalk/local-mongo/child-server'
import { findOnPath, run } from '@boardwalk/local-mongo/command'
import { makeFolder, withLock } from '@boardwalk/local-mongo/private-file'
import { cacheFolder } from '@boardwalk/local-mongo/python-environment'

/** A running OpenSearch that this process owns. */
export interface LocalOpenSearch {
  /** The address, such as `http://127.0.0.1:40123`. It needs no password. */
  url: string
  /** Ends the server and deletes its data. Further calls wait for the same end. */
  stop(): Promise<void>
}

const pom = fileURLToPath(new URL('../pom.xml', import.meta.url))
const program = fileURLToPath(new URL('../Server.java', import.meta.url))
const INSTALL_MS_MAX = 15 * 60 * 1000
/** A compiler that optimises little and a collector without threads halve the CPU time of a start. */
const javaOptions = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/**
 * Starts an empty OpenSearch on a free port of 127.0.0.1. It ends with this process, also if that is killed. Throws an error that says
 * what is missing, or with the end of the server's log.
 */
export async function startOpenSearch(): Promise<LocalOpenSearch> {
  const java = findProgram('java')
  const libraries = await findLibraries()
  const folder = mkdtempSync(join(tmpdir(), 'opensearch-'))
  const args = [...javaOptions, `-Djava.io.tmpdir=${folder}`, '-cp', join(libraries, '*'), program, folder]
  try {
    const { line: port, stop } = await startChildServer(java, args, { log: join(folder, 'server.log') })
    let ended: Promise<void> | undefined
    return {
      url: `http://127.0.0.1:${port}`,
      stop() {
        // A server that was killed has not deleted its folder.
        ended ??= stop().then(() => rmSync(folder, { recursive: true, force: true }))
        return ended
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Finds the folder with the server's libraries. On first use, Maven brings them. */
async function findLibraries(): Promise<string> {
  const cache = cacheFolder()
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  const libraries = join(cache, `opensearch-${hash}`)
  if (existsSync(libraries)) return libraries
  makeFolder(cache)
  await withLock(`${libraries}.pid`, async () => {
    if (!existsSync(libraries)) await install(libraries)
  })
  return libraries
}

async function install(libraries: string): Promise<void> {
  // The folder gets its name when it is complete.
  const draft = `${libraries}.draft`
  rmSync(draft, { recursive: true, force: true })
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`]
  await run(findProgram('mvn'), ['-q', '-B', '-f', pom, ...goal], INSTALL_MS_MAX)
  renameSync(draft, libraries)
}

function findProgram(name: 'java' | 'mvn'): string {
  const path = findOnPath(name, process.env)
  if (path === undefined)
    throw new Error(`There is no ${name} on PATH; a local OpenSearch needs Java from 17 on, and Maven`)
  return path
}
