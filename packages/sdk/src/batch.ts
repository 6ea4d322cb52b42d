import { limits } from './generated/contract.ts'
import { toJson } from './json.ts'

/** The most bytes that the items of one body may have. The remaining bytes are for the JSON around the items. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/** Counts the bytes of a value in a JSON body, with the comma after it. Throws a BoardwalkError if JSON cannot hold it. */
export function countJsonBytes(value: unknown): number {
  return encoder.encode(toJson(value)).length + 1
}

/** The items of one request: at most `itemsMax`, and no more bytes than the board accepts in one body. */
export class Batch<Item> {
  readonly items: Item[] = []
  #bytes = 0
  readonly #itemsMax: number

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
  }

  /** Tells whether one more item fits. An empty batch takes an item of any size, so that the board decides about it. */
  fits(bytes: number): boolean {
    if (this.items.length === 0) return true
    return this.items.length < this.#itemsMax && this.#bytes + bytes <= BYTES_MAX
  }

  add(item: Item, bytes: number): void {
    this.items.push(item)
    this.#bytes += bytes
  }
}
