import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readIfThere } from './private-file.ts'

const onLinux = process.platform === 'linux'

/** When a live process began, undefined for a dead one. With the pid it names a process: pids are given out again. */
export function startOf(pid: number): string | undefined {
  return onLinux ? startFromProc(pid) : startFromPs(pid)
}

/** The command line of a live process, a blank at both ends, so that ` --flag value ` finds a whole argument. */
export function commandOf(pid: number): string | undefined {
  if (!onLinux) return framed(ps('-ww', '-o', 'command=', '-p', String(pid)))
  return framed(readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' '))
}

/** The processes whose command line holds this text. */
export function processesWith(text: string): number[] {
  return livePids().filter((pid) => pid !== process.pid && commandOf(pid)?.includes(text))
}

function framed(command: string | undefined): string | undefined {
  // A zombie has an empty command line, and is dead.
  return command === undefined || command.trim() === '' ? undefined : ` ${command.trim()} `
}

function livePids(): number[] {
  const names = onLinux ? readdirSync('/proc') : (ps('-ax', '-o', 'pid=') ?? '').split('\n')
  return names.map(Number).filter((pid) => pid > 0)
}

function startFromProc(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // proc(5): the program's name, in parentheses, may hold blanks; after it come field 3 (state) to 22 (start).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, threads, start] = [fields[0], Number(fields[17]), fields[19]]
  // A zombie is dead only once its last thread is gone; until then its files and ports are taken.
  if ((state === 'Z' || state === 'X') && !(threads > 1)) return undefined
  // The start counts from the boot, so it needs the boot's own name.
  return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${start}`
}

function startFromPs(pid: number): string | undefined {
  const line = ps('-o', 'stat=,lstart=', '-p', String(pid))?.trim()
  if (line === undefined || line === '' || line.startsWith('Z')) return undefined
  return line.slice(line.indexOf(' ')).trim()
}

/** What `ps` prints; it fails when there is no such process. */
function ps(...args: string[]): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
