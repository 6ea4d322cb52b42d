import { limits } from './generated/contract.ts'
import { jsonOf } from './json.ts'

/** Bytes of the items in one body. The rest is for what the body has around them. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/** Counts the bytes of a value in a JSON body, with the comma after it. Throws a BoardwalkError if it is no JSON. */
export function countJsonBytes(value: unknown): number {
  return encoder.encode(jsonOf(value)).length + 1
}

/** Items of one request: at most `itemsMax`, and no more than a body may hold. */
export class Chunk<Item> {
  readonly items: Item[] = []
  #bytes = 0
  readonly #itemsMax: number

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
  }

  /** Whether one more item fits. An empty chunk takes any item; the board then decides. */
  fits(bytes: number): boolean {
    if (this.items.length === 0) return true
    return this.items.length < this.#itemsMax && this.#bytes + bytes <= BYTES_MAX
  }

  add(item: Item, bytes: number): void {
    this.items.push(item)
    this.#bytes += bytes
  }
}
