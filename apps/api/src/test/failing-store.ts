/** The message of a failing store. No answer may repeat it. */
export const SECRET = 'mongodb://operator:secret@db.internal'

/** Runs a check while a store has other functions. */
export async function whileReplaced<Store extends object>(
  store: Store,
  others: Partial<Store>,
  check: () => Promise<void>,
): Promise<void> {
  // By name, because a function of a class is not among the store's own members.
  const working = Object.fromEntries(Object.keys(others).map((name) => [name, store[name as keyof Store]]))
  Object.assign(store, others)
  try {
    await check()
  } finally {
    Object.assign(store, working)
  }
}

/** Runs a check while one function of a store rejects, as all of them do when the database is away. */
export const whileFailing = <Store extends object>(
  store: Store,
  name: keyof Store & string,
  check: () => Promise<void>,
  failure = new Error(SECRET),
): Promise<void> =>
  // The cast holds because every function of a store that is called with `await` may reject.
  whileReplaced(store, { [name]: () => Promise.reject(failure) } as Partial<Store>, check)
