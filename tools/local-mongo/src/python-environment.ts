import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isProgram, run } from './command.ts'
import { makeFolder, withLock, writePrivate } from './private-file.ts'

const pythonsOnPath = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
const INSTALL_MS_MAX = 15 * 60 * 1000

/** Finds the folder for installed programs, which all data folders share. */
export const cacheFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env.BOARDWALK_CACHE || join(homedir(), '.cache', 'boardwalk'))

/** One version of a package on PyPI, and where to install it. */
export interface PythonPackage {
  name: string
  version: string
  /** Name of the virtual environment's folder, in the cache folder. */
  folder: string
  /** The minor versions of Python 3 that this version supports. */
  minors: { min: number; max: number }
  /** Further arguments for pip. */
  pip?: readonly string[]
  /** The path of a file with requirements and their hashes, which pip installs instead of `name` and `version`. */
  requirements?: string
}

interface Where {
  cache?: string
  pythons?: readonly string[]
  /** Receives one line if the package is installed now. */
  log: (line: string) => void
}

/** Finds the Python of a virtual environment with the package. Creates the environment on first use. */
export async function pythonWith(
  wanted: PythonPackage,
  { cache = cacheFolder(), pythons = pythonsOnPath, log }: Where,
): Promise<string> {
  const venv = join(cache, wanted.folder)
  const python = join(venv, 'bin', 'python3')
  const isInstalled = () => existsSync(findMarker(venv)) && isProgram(python)
  if (isInstalled()) return python
  makeFolder(cache)
  await withLock(`${venv}.pid`, async () => {
    if (!isInstalled()) await install(wanted, venv, await findPython(wanted, pythons), log)
  })
  return python
}

/** The file that marks a complete installation. An environment cannot be made elsewhere and moved, because its files hold its path. */
const findMarker = (venv: string) => join(venv, 'installed')

async function install(wanted: PythonPackage, venv: string, base: string, log: Where['log']) {
  const { name, version, pip = [], requirements } = wanted
  log(`installing ${name} ${version} (Python) in ${venv}, once, some 10 seconds …`)
  rmSync(venv, { recursive: true, force: true })
  await run(base, ['-m', 'venv', venv], INSTALL_MS_MAX)
  // Python compiles a module when it is first imported. Most modules never are, and compiling all takes as long as the rest.
  const quick = ['--no-compile', '--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '20']
  const what =
    requirements === undefined
      ? [`${name}==${version}`]
      : ['--require-hashes', '--only-binary', ':all:', '-r', requirements]
  await run(join(venv, 'bin', 'python3'), ['-m', 'pip', 'install', ...quick, ...pip, ...what], INSTALL_MS_MAX)
  writePrivate(findMarker(venv), `${version}\n`)
}

/** Finds the path of the first Python with a supported version. If there is none, throws an error with the versions found. */
async function findPython({ name, version, minors }: PythonPackage, pythons: readonly string[]): Promise<string> {
  const reasons: string[] = []
  for (const candidate of pythons) {
    const answer = await askPython(candidate)
    if (answer === undefined) continue
    const [major, minor] = answer.version.split('.').map(Number)
    if (major === 3 && minor !== undefined && minor >= minors.min && minor <= minors.max) return answer.path
    reasons.push(`${candidate} is Python ${answer.version}`)
  }
  const found = reasons.length === 0 ? 'there is no python3 on PATH' : reasons.join(', ')
  throw new Error(`${found}; ${name} ${version} needs Python 3.${minors.min} to 3.${minors.max}`)
}

async function askPython(name: string): Promise<{ version: string; path: string } | undefined> {
  const script = 'import sys; print("%d.%d" % sys.version_info[:2]); print(sys.executable)'
  try {
    const { stdout } = await run(name, ['-c', script], 20_000)
    const [found = '', path = name] = stdout.trim().split('\n')
    return { version: found, path }
  } catch {
    // There is no such program, or it belongs to a version manager in which this version is not selected.
    return undefined
  }
}
