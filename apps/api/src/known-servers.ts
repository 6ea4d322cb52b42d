import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '@boardwalk/local-mongo/cache-folder'
import { readStartTime } from '@boardwalk/local-mongo/live-process'
import { makeFolder, readMembers, writePrivate } from '@boardwalk/local-mongo/private-file'
import { z } from 'zod'

/*
 * The list of the servers that run on this machine: a folder with one file for each. A server writes its file when it
 * serves and removes it when it stops. The operator's commands read them to find the server's database and address.
 */

const KnownServer = z.object({
  /** The address that people use. */
  url: z.string(),
  /** The port that the server listens on. */
  port: z.number(),
  /** The name of the database. */
  database: z.string(),
  /** The hosts of the database with their ports. The file never has a user or a password of the database. */
  hosts: z.array(z.string()),
  /** The folder of a local database; null if `MONGODB_URI` names the database. */
  dataDir: z.string().nullable(),
  /** The hosts of `JOURNAL_MONGODB_URI`; null if the journal is beside the database. */
  journalHosts: z.array(z.string()).nullable(),
})
export type KnownServer = z.infer<typeof KnownServer>

/** Finds the folder of the list. Throws if the user has no home folder. */
const findFolder = (serversDir: string | undefined) => serversDir ?? join(cacheFolder(), 'servers')

/** How the file names of this machine begin. Several machines or containers may share a home folder. */
const prefix = `${encodeURIComponent(hostname())}-`

/** Adds this process to the list. Returns a function that removes it. Throws if the folder cannot be written. */
export function addServer(serversDir: string | undefined, server: KnownServer): () => void {
  const folder = findFolder(serversDir)
  makeFolder(folder)
  const path = join(folder, `${prefix}${process.pid}.json`)
  const started = readStartTime(process.pid)
  writePrivate(path, `${JSON.stringify({ pid: process.pid, started, ...server })}\n`)
  return () => removeFile(path)
}

/** Lists the servers that run. Removes the files of those that were killed. */
export function listServers(serversDir: string | undefined): KnownServer[] {
  return listFiles(serversDir).flatMap((path) => {
    const content = readMembers(path)
    const { pid, started } = content
    if (typeof pid !== 'number') return []
    // Another process may have the pid of a killed server now, but it has not its start time.
    if (started !== undefined && started === readStartTime(pid)) {
      // A server of another version may write another file.
      const server = KnownServer.safeParse(content)
      return server.success ? [server.data] : []
    }
    removeFile(path)
    return []
  })
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The folder is read-only now. A file of a process that has ended is ignored.
  }
}

function listFiles(serversDir: string | undefined): string[] {
  try {
    const folder = findFolder(serversDir)
    const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    return names.sort().map((name) => join(folder, name))
  } catch {
    // No server has ever run here, or the user has no home folder.
    return []
  }
}
