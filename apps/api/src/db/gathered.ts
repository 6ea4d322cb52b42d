import DataLoader from 'dataloader'
import { over } from './turn.ts'

const TOGETHER_MAX = 100

/**
 * Asks the database once for what many want at the same time: while one batch is under way the next one gathers. So
 * nobody waits for company, and nobody gets what was read before they asked.
 */
export function gathered<Item, Result>(
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
      maxBatchSize: TOGETHER_MAX,
      batchScheduleFn(dispatch) {
        const turn = underWay === undefined ? Promise.resolve() : over(underWay)
        // After all that wants the same at this moment has said so.
        void turn.then(() => process.nextTick(dispatch))
      },
    },
  )
  return (item) => loader.load(item)
}
