import { type DataFolder, removeRecord } from './data-folder.ts'
import { type DatabaseServer, signal } from './database-server.ts'

/** The servers to end when this process exits without `stop()`, by data folder. */
const owned = new Map<string, () => void>()

/** From now on this process's exit ends the server, as far as an exit can: it cannot wait. */
export function own(folder: DataFolder, server: DatabaseServer): void {
  if (owned.size === 0) process.on('exit', endAll)
  owned.set(folder.path, () => {
    // Before the signal: a server that still answers while it ends must not be adopted.
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
