import { type DataFolder, dataOf, engineFolder, readRecord, removeRecord, type ServerRecord } from './data-folder.ts'
import { answerAt, type DatabaseServer, endServer, portOf, serversOn, serves } from './database-server.ts'
import { engines } from './rung.ts'

/** The server that a killed owner left on this folder, if it works; every other one there is ended. */
export async function findOrphan(
  folder: DataFolder,
): Promise<{ record: ServerRecord; server: DatabaseServer } | undefined> {
  const record = readRecord(folder)
  if (record !== undefined && (await isServed(folder, record))) {
    const data = dataOf(folder, record.rung).data
    return { record, server: { pid: record.serverPid, port: portOf(record.uri), data } }
  }
  removeRecord(folder)
  for (const engine of engines) {
    for (const server of serversOn(engineFolder(folder, engine).data)) await endServer(server)
  }
  return undefined
}

/** Whether the recorded process is alive, serves this folder, and is the one that answers at the recorded address. */
export async function isServed(folder: DataFolder, { uri, rung, serverPid: pid }: ServerRecord): Promise<boolean> {
  if (!serves({ pid, data: dataOf(folder, rung).data })) return false
  const answer = await answerAt(portOf(uri))
  return answer?.pid === pid && answer.writable
}
