const WAIT_MS_MAX = 1_000

/** Two who come to do something wait for each other, though not for long, and then do it at the same time. */
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
