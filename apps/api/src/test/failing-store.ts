/** The message of a failing store. No answer may repeat it. */
export const SECRET = 'mongodb://operator:secret@db.internal'

/** Runs a check while one function of a store rejects, as all of them do when the database is away. */
export async function whileFailing<Store extends object>(
  store: Store,
  name: keyof Store & string,
  check: () => Promise<void>,
  failure = new Error(SECRET),
): Promise<void> {
  const working = { [name]: store[name] }
  Object.assign(store, { [name]: () => Promise.reject(failure) })
  try {
    await check()
  } finally {
    Object.assign(store, working)
  }
}
