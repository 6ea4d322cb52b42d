import { type DataFolder, removeRecord } from './data-folder.ts'
import { type DatabaseServer, signal } from './database-server.ts'

/** Functions that end a server when this process exits without `stop()`, by data folder. */
const owned = new Map<string, () => void>()

/** Makes the exit of this process end the server. An exit cannot wait, so it only sends the signal. */
export function own(folder: DataFolder, server: DatabaseServer): void {
  if (owned.size === 0) process.on('exit', endAll)
  owned.set(folder.path, () => {
    // Removed before the signal: no other process may take over a server that is ending.
    removeRecord(folder)
    signal(server, 'SIGTERM')
  })
}

export function disown(folder: DataFolder): void {
  owned.delete(folder.path)
  if (owned.size === 0) process.off('exit', endAll)
}

export function isOwned(folder: DataFolder): boolean {
  return owned.has(folder.path)
}

function endAll(): void {
  for (const end of owned.values()) end()
}
