import DataLoader from 'dataloader'
import { waitForEnd } from './wait-for-end.ts'

const BATCH_MAX = 100

/**
 * Asks the database once for what several callers want at the same time: while one batch is under way, the next one
 * gathers. A caller who is alone waits for nobody, and no caller gets what was read before they asked.
 */
export function batch<Item, Result>(
  ask: (items: readonly Item[]) => Promise<(Result | Error)[]>,
): (item: Item) => Promise<Result> {
  let underWay: Promise<unknown> | undefined
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const asking = ask(items).finally(() => {
        if (underWay === asking) underWay = undefined
      })
      underWay = asking
      return asking
    },
    {
      cache: false,
      maxBatchSize: BATCH_MAX,
      batchScheduleFn(dispatch) {
        const turn = underWay === undefined ? Promise.resolve() : waitForEnd(underWay)
        // On the next tick, so that all calls of this moment are in the batch.
        void turn.then(() => process.nextTick(dispatch))
      },
    },
  )
  return (item) => loader.load(item)
}
