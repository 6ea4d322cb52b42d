// The packed sandbox in an empty folder: its types under each module resolution, its work on each runtime, its command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import {
  checkDependencies,
  compile,
  compilers,
  copyPrograms,
  runOnEachRuntime,
  runtimePackages,
  step,
  withPacked,
} from '../../../.ci/packed.mjs'

const sources = fileURLToPath(new URL('.', import.meta.url))

/** Checks that the command listens at the address of `--host`, prints its own address and key, and ends on a signal. */
async function tryCommand(folder) {
  // Other systems have only one address that stays on this machine.
  const host = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
  const args = ['--port', '0', '--host', host]
  const child = spawn(join(folder, 'node_modules/.bin/boardwalk-sandbox'), args, { cwd: folder })
  const printed = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [name, value] = line.split(/ +/)
    printed[name] = value
    if (name === 'key') break
  }
  if (new URL(printed.url).hostname !== host) throw new Error(`the command listens at ${printed.url}`)
  const { status } = await fetch(`${printed.url}/jobs`, { headers: { 'x-api-key': printed.key } })
  if (status !== 200) throw new Error(`the command answers with ${status}`)
  child.kill()
  await once(child, 'exit')
}

async function smoke(folder) {
  await checkDependencies(folder, '@boardwalk/sandbox')
  await copyPrograms(folder, sources, ['main.ts'])
  const all = ['module/main.ts', 'commonjs/main.ts']
  for (const compiler of compilers) await compile(folder, compiler, { module: 'node16', noEmit: true }, all)
  const bundler = { module: 'esnext', moduleResolution: 'bundler', noEmit: true }
  await compile(folder, 'typescript-7', bundler, ['module/main.ts'])
  await compile(folder, 'typescript-7', { module: 'nodenext' }, all)
  await runOnEachRuntime(folder, [])
  await step('the command', () => tryCommand(folder))
}

process.stdout.write('The packed sandbox\n')
const workspaces = ['@boardwalk/schema', '@boardwalk/sdk', '@boardwalk/sandbox']
await withPacked(workspaces, runtimePackages, smoke).catch((error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
