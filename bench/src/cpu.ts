import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts the CPU time of a process in steps of a hundredth of a second. */
const TICK_MS = 10

/** Reads the CPU time that a process and its threads have used. Undefined if this machine does not tell it. */
export function readCpuMs(pid: number): number | undefined {
  return readProc(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name may contain anything and ends at the last bracket. The next field is the third (man 5 proc).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  })
}

/** The same without steps, for a process whose threads all live as long as it does: Linux tells the exact time of a thread. */
export function readExactCpuMs(pid: number): number | undefined {
  return readProc(() => {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000
  })
}

function readProc(read: () => number): number | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
