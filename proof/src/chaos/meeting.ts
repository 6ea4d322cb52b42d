const WAIT_MS_MAX = 1_000

/** Makes two callers wait for each other, for at most a second, so that they continue at the same time. */
export function createMeeting(): () => Promise<void> {
  let waiting: (() => void) | undefined
  return () =>
    new Promise((resolve) => {
      if (waiting !== undefined) {
        waiting()
        waiting = undefined
        return resolve()
      }
      const mine = () => resolve()
      waiting = mine
      setTimeout(() => {
        if (waiting === mine) waiting = undefined
        resolve()
      }, WAIT_MS_MAX)
    })
}
