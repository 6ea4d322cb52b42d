import { readFileSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second, whatever its kernel does. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

export interface ProcessTimes {
  /** In user and in kernel mode, of all its threads, from its start. */
  cpuSeconds: number
  residentBytes: number
}

/** Of /proc/<pid>/stat (proc(5)); undefined where there is none. */
export function processTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, which may hold anything, ends at the last bracket; `state` is the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [userTicks, systemTicks, pages] = [fields[11], fields[12], fields[21]].map(Number)
    if (userTicks === undefined || systemTicks === undefined || pages === undefined) return undefined
    return { cpuSeconds: (userTicks + systemTicks) / TICKS_PER_SECOND, residentBytes: pages * PAGE_BYTES }
  } catch {
    return undefined
  }
}
