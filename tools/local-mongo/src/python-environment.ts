import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { isProgram, run } from './command.ts'
import { withLock } from './owner-lock.ts'
import { makeFolder, writePrivate } from './private-file.ts'

export const pythonsOnPath = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
const installTimeoutMs = 15 * 60 * 1000

/** A package of PyPI, of one version. */
export interface PythonPackage {
  name: string
  version: string
  /** Of the virtual environment, in the cache folder. */
  folder: string
  /** The Python 3 minors for which this version is published. */
  minors: { min: number; max: number }
  /** Further arguments of pip. */
  pip?: readonly string[]
}

interface Where {
  cache?: string
  pythons?: readonly string[]
  /** Gets one line if it is installed now. */
  log: (line: string) => void
}

/** The Python of a virtual environment that has the package; it is made on first use. */
export async function pythonWith(
  wanted: PythonPackage,
  { cache = cacheFolder(), pythons = pythonsOnPath, log }: Where,
): Promise<string> {
  const venv = join(cache, wanted.folder)
  const python = pythonOf(venv)
  const installed = () => existsSync(markerOf(venv)) && isProgram(python)
  if (!installed()) {
    makeFolder(cache)
    await withLock(`${venv}.lock`, async () => {
      if (!installed()) await install(wanted, venv, await findPython(wanted, pythons), log)
    })
  }
  return python
}

function pythonOf(venv: string): string {
  return join(venv, 'bin', 'python3')
}

/** Written last: a virtual environment cannot be made elsewhere and moved, since its files name their own path. */
function markerOf(venv: string): string {
  return join(venv, 'installed')
}

async function install({ name, version, pip = [] }: PythonPackage, venv: string, base: string, log: Where['log']) {
  log(`installing ${name} ${version} (Python) in ${venv}, once, some 20 seconds …`)
  rmSync(venv, { recursive: true, force: true })
  await run(base, ['-m', 'venv', venv], installTimeoutMs)
  const quick = ['--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '20']
  await run(pythonOf(venv), ['-m', 'pip', 'install', ...quick, ...pip, `${name}==${version}`], installTimeoutMs)
  writePrivate(markerOf(venv), `${version}\n`)
}

/** The first Python of a fitting version, by its path; else the reasons why each one there does not fit. */
async function findPython({ name, version, minors }: PythonPackage, pythons: readonly string[]): Promise<string> {
  const reasons: string[] = []
  for (const candidate of pythons) {
    const answer = await pythonAt(candidate)
    if (answer === undefined) continue
    const [major, minor] = answer.version.split('.').map(Number)
    if (major === 3 && minor !== undefined && minor >= minors.min && minor <= minors.max) return answer.path
    reasons.push(`${candidate} is Python ${answer.version}`)
  }
  const found = reasons.length === 0 ? 'there is no python3 on PATH' : reasons.join(', ')
  throw new Error(`${found}; ${name} ${version} needs Python 3.${minors.min} to 3.${minors.max}`)
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
