// secantus: this file, and the sources that name it, are for SecantusDB alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { findOnPath, isProgram, run } from './command.ts'
import { makeFolder } from './private-file.ts'
import { secantusRs } from './secantus.ts'

const { crate, version, command } = secantusRs

/** Builds SecantusDB's Rust server into the cache folder, unless this version is already there. */
async function build(log: (line: string) => void): Promise<void> {
  const root = cacheFolder()
  const program = join(root, 'bin', command)
  if (isProgram(program) && (await isVersion(program))) return log(`${program} is already version ${version}.`)
  for (const [tool, help] of [
    ['cargo', 'install Rust (1.95 is known to work)'],
    ['cmake', 'install CMake'],
    ['cc', 'install a C compiler (gcc or clang)'],
  ] as const) {
    if (findOnPath(tool, process.env) === undefined) throw new Error(`There is no ${tool} on PATH: ${help}.`)
  }
  makeFolder(root)
  log(`Building ${crate} ${version} into ${root}, once: 3 to 10 minutes …`)
  const args = ['install', crate, '--version', version, '--locked', '--ignore-rust-version', '--root', root]
  // Link-time optimisation would take 5 minutes more, and the server would not be faster.
  const profile = { CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16' }
  const cargo = spawn('cargo', args, { env: { ...process.env, ...profile }, stdio: 'inherit' })
  const [code] = await once(cargo, 'exit')
  if (code !== 0) throw new Error(`cargo failed (${code}); its messages are above.`)
  if (!(await isVersion(program))) throw new Error(`cargo succeeded, but ${program} is not version ${version}.`)
  log(`${program} is ready. It serves a new DATA_DIR. A folder with data stays with the engine that wrote it.`)
}

/** Tells whether a program is the wanted version. It asks the program, because a marker file could be out of date. */
async function isVersion(program: string): Promise<boolean> {
  const answer = await run(program, ['--version'], 10_000).catch(() => undefined)
  return answer?.stdout.split(/\s+/).includes(version) ?? false
}

const log = (line: string) => process.stderr.write(`${line}\n`)

build(log).catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
