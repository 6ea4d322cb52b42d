import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { StateStore } from './follow.ts'

/**
 * Stores the cursors of `follow` in a JSON file. Each save replaces the whole file, so a crash leaves either the old
 * content or the new one. Use a file from one process at a time.
 * @example
 * import { fileState } from '@boardwalk/sdk/file-state'
 * boardwalk.candidates.follow({ state: fileState('boardwalk-state.json') })
 */
export function fileState(path: string): StateStore {
  let cursors: Promise<Map<string, string>> | undefined
  let lastSave: Promise<void> = Promise.resolve()

  function loadAll(): Promise<Map<string, string>> {
    cursors ??= readCursors(path)
    return cursors
  }

  return {
    load: async (key) => (await loadAll()).get(key),
    save: async (key, cursor) => {
      const all = await loadAll()
      all.set(key, cursor)
      // Saves wait for each other, so that an older content cannot replace a newer one.
      const save = lastSave.then(() => replaceFile(path, JSON.stringify(Object.fromEntries(all), null, 2)))
      lastSave = save.catch(() => undefined)
      await save
    },
  }
}

async function readCursors(path: string): Promise<Map<string, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const cursors = parseCursors(text)
  // Starting over silently would give every candidate again.
  if (cursors === undefined)
    throw new Error(`${path} holds no state of follow, or is damaged; remove it to start over, or name another file`)
  return cursors
}

function parseCursors(text: string): Map<string, string> | undefined {
  try {
    const entries: [string, unknown][] = Object.entries(JSON.parse(text))
    const cursors = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return text.trimStart().startsWith('{') && cursors.length === entries.length ? new Map(cursors) : undefined
  } catch {
    return undefined
  }
}

/** Writes a new file beside the old one and renames it, so that no reader ever sees half a file. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${text}\n`)
      // Without this, a power cut after the rename may leave an empty file.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
