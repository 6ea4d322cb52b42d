/**
 * Stores the cursors of `follow`. One store can serve several companies, because each key begins with the company's id.
 * @example
 * const state: StateStore = {
 *   load: async (key) => (await cursors.findOne({ key }))?.cursor,
 *   save: async (key, cursor) => void (await cursors.updateOne({ key }, { $set: { cursor } }, { upsert: true })),
 * }
 */
export interface StateStore {
  /** Returns the cursor that was last saved under this key, or undefined. */
  load(key: string): Promise<string | undefined>
  /** Saves a cursor. Its promise must not resolve before the cursor is stored safely. */
  save(key: string, cursor: string): Promise<void>
}

/**
 * A store in memory. Its cursors end with the process, and the next process begins at `since` again.
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
