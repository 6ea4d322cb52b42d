import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram, run } from './command.ts'
import type { Step } from './database-server.ts'
import { withLock } from './owner-lock.ts'
import { makeFolder, writePrivate } from './private-file.ts'
import { secantusProgram } from './secantus.ts'

const version = '0.7.0b3'
/** The Python 3 minors for which this version is published as a wheel; from source it takes a compiler and minutes. */
const minors = { min: 10, max: 13 }
const candidates = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
const installTimeoutMs = 15 * 60 * 1000

/** Rung 4: SecantusDB's Python server, in a virtual environment that is made on first use. */
export function secantusPyStep(cache: string, pythons: readonly string[] = candidates): Step {
  return {
    rung: 'secantus-py',
    async locate(log) {
      const venv = join(cache, `secantus-py-${version}`)
      const python = pythonOf(venv)
      const installed = () => existsSync(markerOf(venv)) && isProgram(python)
      if (!installed()) {
        makeFolder(cache)
        await withLock(`${venv}.lock`, async () => {
          if (!installed()) await install(venv, await findPython(pythons), log)
        })
      }
      // -I: neither a PYTHONPATH nor a folder named secantus in the working directory is taken for the server.
      return secantusProgram([python, '-I', '-u', '-m', 'secantus'])
    },
  }
}

function pythonOf(venv: string): string {
  return join(venv, 'bin', 'python3')
}

/** Written last: a virtual environment cannot be made elsewhere and moved, since its files name their own path. */
function markerOf(venv: string): string {
  return join(venv, 'installed')
}

async function install(venv: string, base: string, log: (line: string) => void): Promise<void> {
  log(`installing SecantusDB ${version} (Python) in ${venv}, once, some 20 seconds …`)
  rmSync(venv, { recursive: true, force: true })
  await run(base, ['-m', 'venv', venv], installTimeoutMs)
  const quick = ['--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '20']
  const wheel = ['--only-binary', 'SecantusDB', `SecantusDB==${version}`]
  await run(pythonOf(venv), ['-m', 'pip', 'install', ...quick, ...wheel], installTimeoutMs)
  writePrivate(markerOf(venv), `${version}\n`)
}

/** The first Python of a fitting version, by its path; else the reasons why each one there does not fit. */
async function findPython(names: readonly string[]): Promise<string> {
  const reasons: string[] = []
  for (const name of names) {
    const answer = await pythonAt(name)
    if (answer === undefined) continue
    const [major, minor] = answer.version.split('.').map(Number)
    if (major === 3 && minor !== undefined && minor >= minors.min && minor <= minors.max) return answer.path
    reasons.push(`${name} is Python ${answer.version}`)
  }
  const found = reasons.length === 0 ? 'there is no python3 on PATH' : reasons.join(', ')
  throw new Error(`${found}; SecantusDB ${version} needs Python 3.${minors.min} to 3.${minors.max}`)
}

async function pythonAt(name: string): Promise<{ version: string; path: string } | undefined> {
  const script = 'import sys; print("%d.%d" % sys.version_info[:2]); print(sys.executable)'
  try {
    const [found = '', path = name] = (await run(name, ['-c', script], 20_000)).trim().split('\n')
    return { version: found, path }
  } catch {
    // Not there, or a version manager's stand-in for a version that is not chosen.
    return undefined
  }
}
