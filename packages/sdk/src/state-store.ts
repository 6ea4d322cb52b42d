/**
 * Where `follow` keeps how far it came. One store serves one company: a cursor says nothing of another one's candidates.
 * @example
 * const state: StateStore = {
 *   load: async (key) => (await cursors.findOne({ key }))?.cursor,
 *   save: async (key, cursor) => void (await cursors.updateOne({ key }, { $set: { cursor } }, { upsert: true })),
 * }
 */
export interface StateStore {
  /** What was saved last under this key. */
  load(key: string): Promise<string | undefined>
  /** Must not end before the cursor is as safe as it shall be. */
  save(key: string, cursor: string): Promise<void>
}

/**
 * Forgets with the process; the next one begins at `since` again.
 * @example
 * boardwalk.candidates.follow({ state: memoryState() })
 */
export function memoryState(): StateStore {
  const cursors = new Map<string, string>()
  return {
    load: async (key) => cursors.get(key),
    save: async (key, cursor) => void cursors.set(key, cursor),
  }
}
