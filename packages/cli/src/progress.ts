import type { Output } from './output.ts'

/** What a watching person sees of a long work. */
export interface Progress {
  update(bytes: number, rows: number): void
  /** A line that stays above the bar. */
  say(line: string): void
  stop(): void
}

const barCells = 30
const redrawMs = 100
const clearLine = '\r\x1b[K'

/** A bar on a terminal, nothing else anywhere; without a size (standard input) it counts rows only. */
export function startProgress({ isWatched, stderr, say }: Output, bytesTotal: number | undefined): Progress {
  if (!isWatched) return { update: () => {}, say, stop: () => {} }
  let bar = ''
  const timer = setInterval(() => stderr.write(clearLine + bar), redrawMs)
  return {
    update: (bytes, rows) => {
      const part = bytesTotal === undefined || bytesTotal === 0 ? undefined : Math.min(1, bytes / bytesTotal)
      bar = part === undefined ? `${rows} rows` : `${drawn(part)} ${Math.floor(part * 100)}% | ${rows} rows`
    },
    say: (line) => {
      stderr.write(clearLine)
      say(line)
    },
    stop: () => {
      clearInterval(timer)
      stderr.write(clearLine)
    },
  }
}

const drawn = (part: number) => '█'.repeat(Math.floor(part * barCells)).padEnd(barCells, '░')
