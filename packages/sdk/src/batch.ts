import { limits } from './generated/contract.ts'
import { toJson } from './json.ts'

/** The most bytes that the items of one body may have. The remaining bytes are for the JSON around the items. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/** One value of the input. */
export interface Item<Value> {
  /** The position in the input, from 0. */
  index: number
  value: Value
}

/**
 * Splits an input into batches for one request each: at most `itemsMax` items, and no more bytes than the board accepts in
 * one body. A larger item is a batch of its own, so that the board decides about it. `refuse` gets each item that JSON cannot
 * hold, and the reason.
 */
export async function* splitIntoBatches<Value>(
  values: Iterable<Value> | AsyncIterable<Value>,
  itemsMax: number,
  refuse: (item: Item<Value>, error: unknown) => void,
): AsyncGenerator<Item<Value>[], void, undefined> {
  let batch: Item<Value>[] = []
  let batchBytes = 0
  let index = 0
  for await (const value of values) {
    const item = { index: index++, value }
    let bytes: number
    try {
      // With the comma after the item.
      bytes = encoder.encode(toJson(value)).length + 1
    } catch (error) {
      refuse(item, error)
      continue
    }
    if (batch.length === itemsMax || (batch.length > 0 && batchBytes + bytes > BYTES_MAX)) {
      yield batch
      batch = []
      batchBytes = 0
    }
    batch.push(item)
    batchBytes += bytes
  }
  if (batch.length > 0) yield batch
}
