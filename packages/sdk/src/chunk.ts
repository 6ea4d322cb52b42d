import { limits } from './generated/contract.ts'
import { jsonOf } from './json.ts'

/** Bytes of the items in one body. The rest is for what the body has around them. */
const BYTES_MAX = limits.bodyBytes - 48_576

const encoder = new TextEncoder()

/** Size of a value in a JSON body, the comma after it included. Throws a BoardwalkError if JSON cannot hold it. */
export function jsonBytesOf(value: unknown): number {
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

  /** Whether one more fits; an empty chunk takes anything, and the board has the last word. */
  fits(bytes: number): boolean {
    if (this.items.length === 0) return true
    return this.items.length < this.#itemsMax && this.#bytes + bytes <= BYTES_MAX
  }

  add(item: Item, bytes: number): void {
    this.items.push(item)
    this.#bytes += bytes
  }
}
