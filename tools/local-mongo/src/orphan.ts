import {
  type DataFolder,
  findEngineFolder,
  findSourceFolder,
  readRecord,
  removeRecord,
  type ServerRecord,
} from './data-folder.ts'
import { askServer, type DatabaseServer, endServer, findServers, isServing, parsePort } from './database-server.ts'
import { engines } from './source.ts'

/** Finds the server that a killed owner left on this folder, if it works. Ends all other servers there. */
export async function findOrphan(
  folder: DataFolder,
): Promise<{ record: ServerRecord; server: DatabaseServer } | undefined> {
  const record = readRecord(folder)
  if (record !== undefined && (await isServed(folder, record))) {
    const data = findSourceFolder(folder, record.source).data
    return { record, server: { pid: record.serverPid, port: parsePort(record.uri), data } }
  }
  removeRecord(folder)
  for (const engine of engines) {
    for (const server of findServers(findEngineFolder(folder, engine).data)) await endServer(server)
  }
  return undefined
}

/** Tells whether the recorded process serves this folder, and answers at the recorded address. */
export async function isServed(folder: DataFolder, { uri, source, serverPid: pid }: ServerRecord): Promise<boolean> {
  if (!isServing({ pid, data: findSourceFolder(folder, source).data })) return false
  const answer = await askServer(parsePort(uri))
  return answer?.pid === pid && answer.writable
}
