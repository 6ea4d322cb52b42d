import { readFileSync } from 'node:fs'

/** Linux tells a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

export interface ProcessTimes {
  /** User and kernel time of all its threads, since its start. */
  cpuSeconds: number
  residentBytes: number
}

/** Reads /proc/<pid>/stat (proc(5)). Undefined if this machine has none. */
export function readProcessTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name may contain anything and ends at the last bracket. The next field is the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [userTicks, systemTicks, pages] = [fields[11], fields[12], fields[21]].map(Number)
    if (userTicks === undefined || systemTicks === undefined || pages === undefined) return undefined
    return { cpuSeconds: (userTicks + systemTicks) / TICKS_PER_SECOND, residentBytes: pages * PAGE_BYTES }
  } catch {
    return undefined
  }
}
