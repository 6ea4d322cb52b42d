import type { Output } from './output.ts'

/** What a watching person sees of a long work. */
export interface Progress {
  /** How much of it is done, from 0 to 1 where that is known, and in words. */
  update(part: number | undefined, words: string): void
  /** A line that stays above the bar. */
  say(line: string): void
  /** Takes the bar away until the next update. */
  clear(): void
  stop(): void
}

const barCells = 30
const redrawMs = 100
const clearLine = '\r\x1b[K'

/** A bar on a terminal, nothing else anywhere. */
export function startProgress({ isWatched, stderr, say }: Output): Progress {
  if (!isWatched) return { update: () => {}, say, clear: () => {}, stop: () => {} }
  let bar = ''
  const timer = setInterval(() => {
    if (bar !== '') stderr.write(clearLine + bar)
  }, redrawMs)
  const clear = () => {
    bar = ''
    stderr.write(clearLine)
  }
  return {
    update: (part, words) => {
      bar = part === undefined ? words : `${drawn(part)} ${Math.floor(Math.min(part, 1) * 100)}% | ${words}`
    },
    say: (line) => {
      stderr.write(clearLine)
      say(line)
    },
    clear,
    stop: () => {
      clearInterval(timer)
      clear()
    },
  }
}

const drawn = (part: number) => '█'.repeat(Math.floor(Math.min(part, 1) * barCells)).padEnd(barCells, '░')
