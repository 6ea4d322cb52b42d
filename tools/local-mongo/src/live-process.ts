import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readIfThere } from './private-file.ts'

const onLinux = process.platform === 'linux'

/** Reads when a process started; undefined for a dead process. Together with the pid it identifies a process: pids are reused. */
export function readStartTime(pid: number): string | undefined {
  return onLinux ? readStartFromProc(pid) : readStartFromPs(pid)
}

/** Reads the command line of a live process. It has a blank at both ends, so that ` --flag value ` finds a whole argument. */
export function readCommandLine(pid: number): string | undefined {
  if (!onLinux) return padWithBlanks(ps('-ww', '-o', 'command=', '-p', String(pid)))
  return padWithBlanks(readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' '))
}

/** Finds the processes whose command line contains a text. */
export function findProcesses(text: string): number[] {
  return listPids().filter((pid) => pid !== process.pid && readCommandLine(pid)?.includes(text))
}

function padWithBlanks(command: string | undefined): string | undefined {
  // A zombie has an empty command line and counts as dead.
  return command === undefined || command.trim() === '' ? undefined : ` ${command.trim()} `
}

function listPids(): number[] {
  const names = onLinux ? readdirSync('/proc') : (ps('-ax', '-o', 'pid=') ?? '').split('\n')
  return names.map(Number).filter((pid) => pid > 0)
}

function readStartFromProc(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // See proc(5). The program's name is in parentheses and may contain blanks. After it come field 3 (state) to 22 (start).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, threads, start] = [fields[0], Number(fields[17]), fields[19]]
  // A zombie counts as dead only after its last thread has ended; until then it holds files and ports.
  if ((state === 'Z' || state === 'X') && !(threads > 1)) return undefined
  // The start time counts from the last boot, so the id of the boot belongs to it.
  return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${start}`
}

function readStartFromPs(pid: number): string | undefined {
  const line = ps('-o', 'stat=,lstart=', '-p', String(pid))?.trim()
  if (line === undefined || line === '' || line.startsWith('Z')) return undefined
  return line.slice(line.indexOf(' ')).trim()
}

/** Runs `ps` and answers what it prints; undefined if there is no such process. */
function ps(...args: string[]): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
