import { type Color, clearLine, type Output } from './output.ts'

/** Shows on a terminal how far a long command is. */
export interface Progress {
  /** Sets what the bar shows: the part that is done, from 0 to 1 if it is known, and words. */
  update(part: number | undefined, words: string): void
  /** Prints a line that stays above the bar. */
  say(line: string, color?: Color): void
  /** Removes the bar until the next update. */
  clear(): void
  stop(): void
}

const barCells = 30
const redrawMs = 100

/** Starts a progress bar on a terminal. Without a terminal, updates are ignored. */
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
      bar = part === undefined ? words : `${drawBar(part)} ${Math.floor(Math.min(part, 1) * 100)}% | ${words}`
    },
    say,
    clear,
    stop: () => {
      clearInterval(timer)
      clear()
    },
  }
}

const drawBar = (part: number) => '█'.repeat(Math.floor(Math.min(part, 1) * barCells)).padEnd(barCells, '░')
