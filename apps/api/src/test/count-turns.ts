/** Counts the turns of the event loop until `stop` is called. */
export function countTurns() {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  return {
    get turns() {
      return turns
    },
    stop(): number {
      clearImmediate(counting)
      return turns
    },
  }
}
