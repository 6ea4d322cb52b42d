import { jsonOf } from './json.ts'

/** The board refuses a body over 1 MiB; what is left stands around the items. */
const BYTES_MAX = 1_000_000

const encoder = new TextEncoder()

/** Size of a value in a JSON body, the comma after it included. Throws a BoardwalkError where JSON cannot hold it. */
export function jsonBytesOf(value: unknown): number {
  return encoder.encode(jsonOf(value)).length + 1
}

/** Items that go in one request: up to so many, and no more than a body may hold. */
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
