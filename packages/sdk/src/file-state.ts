import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { StateStore } from './state-store.ts'

/**
 * Keeps the cursors of `follow` in a JSON file, replaced as a whole: a crash leaves the old one or the new one. One
 * file, one company, one process.
 * @example
 * import { fileState } from '@boardwalk/sdk/file-state'
 * boardwalk.candidates.follow({ state: fileState('boardwalk-state.json') })
 */
export function fileState(path: string): StateStore {
  let cursors: Promise<Map<string, string>> | undefined
  let saved: Promise<void> = Promise.resolve()

  function loaded(): Promise<Map<string, string>> {
    cursors ??= read(path)
    return cursors
  }

  return {
    load: async (key) => (await loaded()).get(key),
    save: async (key, cursor) => {
      const all = await loaded()
      all.set(key, cursor)
      // One after the other: an older content must not replace a newer one.
      const saving = saved.then(() => write(path, JSON.stringify(Object.fromEntries(all), null, 2)))
      saved = saving.catch(() => undefined)
      await saving
    },
  }
}

async function read(path: string): Promise<Map<string, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const cursors = cursorsIn(text)
  // To begin anew without a word would give everybody again.
  if (cursors === undefined)
    throw new Error(`${path} holds no state of follow, or is damaged; remove it to begin anew, or name another file`)
  return cursors
}

function cursorsIn(text: string): Map<string, string> | undefined {
  try {
    const entries: [string, unknown][] = Object.entries(JSON.parse(text))
    const cursors = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return text.trimStart().startsWith('{') && cursors.length === entries.length ? new Map(cursors) : undefined
  } catch {
    return undefined
  }
}

async function write(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${text}\n`)
      // Else a power cut may leave the new name on an empty file.
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
