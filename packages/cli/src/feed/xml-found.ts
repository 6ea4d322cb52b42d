import type { RawRow } from './row.ts'

// A hostile feed may have a new name in every element. They must not fill the memory.
const namesMax = 1000
const saidMax = 3

/** Counts the elements of a feed that has no row yet, to say what it has instead. */
export class FoundElements {
  /** By depth, from 1 for the root: how often each name was met. */
  readonly #counts: Map<string, number>[] = []
  #names = 0

  add(name: string, depth: number): void {
    this.#counts[depth] ??= new Map()
    const count = this.#counts[depth].get(name)
    if (count === undefined && this.#names++ >= namesMax) return
    this.#counts[depth].set(name, (count ?? 0) + 1)
  }

  /** Whether there was nothing inside the root. */
  get isEmpty(): boolean {
    return this.#counts[2] === undefined
  }

  /** Names the elements that could be the rows: those of the highest level on which one is repeated. */
  describe(): string {
    const levels = this.#counts.slice(2)
    const level = levels.find((counts) => [...counts.values()].some((count) => count > 1)) ?? levels[0] ?? new Map()
    const found = [...level].sort(([, one], [, other]) => other - one).slice(0, saidMax)
    return found.map(([name, count]) => `${count} <${name}>`).join(', ')
  }
}

const rowNamesSaidMax = 8

/** Names what a row has, to say where its id could be. */
export function describeNames({ value, nested }: RawRow): string {
  const attributes = [...(nested?.keys() ?? [])].filter((name) => name.startsWith('@') && !name.startsWith('@xmlns'))
  const elements = Object.keys(value ?? {})
  const list = (words: string, names: string[]) =>
    names.length === 0
      ? []
      : `${words} ${names.slice(0, rowNamesSaidMax).join(', ')}${names.length > rowNamesSaidMax ? ', …' : ''}`
  const found = [
    list('the attributes', attributes),
    list(nested === undefined ? 'the names' : 'the elements', elements),
  ].flat()
  const hint = `name its id in a --map file, {"fields": {"id": ${JSON.stringify(attributes[0] ?? elements[0] ?? '…')}}}`
  return found.length === 0 ? '' : `; the row has ${found.join(' and ')}: ${hint}`
}
