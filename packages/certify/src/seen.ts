import { type Duty, duties } from './scenario.ts'

const allDuties = Object.keys(duties) as Duty[]

/** What the program was seen to do, while it is watched and after. */
export class Seen {
  readonly #found = new Set<Duty>()
  readonly #waiting: { duty: Duty; tell: (isSeen: boolean) => void }[] = []
  #isOver = false

  add(duty: Duty): void {
    this.#found.add(duty)
    this.#tell()
  }

  /** Nothing more will be seen. */
  end(): void {
    this.#isOver = true
    this.#tell()
  }

  has(duty: Duty): boolean {
    return this.#found.has(duty)
  }

  /** Waits until it is known whether the program does this. */
  async find(duty: Duty): Promise<boolean> {
    if (this.#isOver || this.has(duty)) return this.has(duty)
    return new Promise((tell) => void this.#waiting.push({ duty, tell }))
  }

  /** All duties that were seen, in the order of the list. */
  list(): Duty[] {
    return allDuties.filter((duty) => this.has(duty))
  }

  #tell(): void {
    for (const { duty, tell } of this.#waiting) if (this.#isOver || this.has(duty)) tell(this.has(duty))
  }
}
