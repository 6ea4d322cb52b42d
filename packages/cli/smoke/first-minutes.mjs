// The first minutes of an ATS developer: the README's lines, from packed packages, in an empty folder with an empty home, an
// empty cache and no registry.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { step, withFolder, withTarballs } from '../../../.ci/packed.mjs'

const run = promisify(execFile)

/** Most that the README's lines may take, in seconds, and that an install of one package may add, in megabytes. */
const limits = { seconds: 120, megabytes: 5.5 }

function check(holds, what) {
  if (!holds) throw new Error(what)
}

/** Makes an empty folder with the tarballs. Without a package.json, npm would take the one of a folder above. */
const withEmptyFolder = (tarballs, use) =>
  withFolder(async (folder) => {
    for (const tarball of tarballs) await cp(tarball, join(folder, basename(tarball)))
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const home = join(folder, 'home')
    await mkdir(home)
    const npm = { npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true', npm_config_yes: 'true' }
    const env = { PATH: process.env.PATH, HOME: home, npm_config_update_notifier: 'false', ...npm }
    await use({ cwd: folder, env, timeout: limits.seconds * 1000 })
  })

async function measure(path) {
  const entry = await stat(path)
  if (!entry.isDirectory()) return entry.size
  const sizes = await Promise.all((await readdir(path)).map((name) => measure(join(path, name))))
  return sizes.reduce((total, size) => total + size, 0)
}

/** Checks that a package installs alone and small. */
const checkInstall = (tarball) =>
  withEmptyFolder([tarball], async (place) => {
    await run('npm', ['install', `./${basename(tarball)}`], place)
    const modules = join(place.cwd, 'node_modules')
    const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'))
    const names = Object.keys(packages)
    const megabytes = (await measure(modules)) / 1_000_000
    process.stdout.write(`  ${basename(tarball)}: ${names.length} package, ${megabytes.toFixed(1)} MB\n`)
    check(names.length === 1 && megabytes < limits.megabytes, `${basename(tarball)} brings ${names.join(', ')}`)
  })

const readRepositoryFile = (path) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** Reads what the README tells the developer of an ATS: the command of the sandbox, the calls, and the program. */
async function readReadme() {
  const readme = await readRepositoryFile('README.md')
  const [section = ''] = /^### I write an ATS$.*?^### /ms.exec(readme) ?? []
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const [[, , start = ''] = [], [, , calls = ''] = []] = blocks.filter(([, language]) => language === 'sh')
  const [[, , program = ''] = []] = blocks.filter(([, language]) => language === 'ts')
  check(start.startsWith('npx boardwalk sandbox') && calls !== '' && program !== '', 'the README has no such start')
  return { start, calls, program }
}

/** Starts the sandbox by the README's command, and hands its addresses to `use`. */
async function withSandbox(start, tarball, place, use) {
  const command = start.trim().replace('npx boardwalk', `npx "file:$PWD/${basename(tarball)}"`)
  const group = { ...place, detached: true, stdio: ['ignore', 'pipe', 'inherit'], timeout: 0 }
  const child = spawn('sh', ['-c', `${command} --port 0 --control-port 0 2> hint.txt`], group)
  const ended = once(child, 'exit')
  const printed = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [name, value] = line.split(/ +/)
    printed[name] = value
    if (name === 'control') break
  }
  try {
    check('control' in printed, 'the sandbox did not start')
    // The README shows the ports that the command has by itself.
    const { origin } = new URL(printed.url)
    await use((text) =>
      text.replaceAll('http://127.0.0.1:4010', origin).replaceAll('http://127.0.0.1:4011', printed.control),
    )
  } finally {
    // npx has children of its own.
    process.kill(-child.pid)
    await ended
  }
}

/** Reads the first program of the SDK's README. */
async function readSdkReadme() {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(await readRepositoryFile('packages/sdk/README.md')) ?? []
  check(program !== '', "the SDK's README has no program")
  return program
}

/** Runs a program until it prints the candidate: it follows for ever. */
async function runProgram(source, place) {
  await writeFile(join(place.cwd, 'ats.mjs'), source)
  const child = spawn(process.execPath, ['ats.mjs'], { ...place, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('Salma')) break
  }
  child.kill()
  check(lines.at(-1)?.includes('Salma'), `the program printed ${lines.join('\n')}`)
}

async function tryReadme(cli, sdk) {
  const [readme, sdkProgram] = await Promise.all([readReadme(), readSdkReadme()])
  const startedMs = performance.now()
  await withEmptyFolder([cli, sdk], (place) =>
    withSandbox(readme.start, cli, place, async (onPorts) => {
      process.stdout.write(`  npx boardwalk sandbox (${((performance.now() - startedMs) / 1000).toFixed(1)} s)\n`)
      await step('create, apply and poll with curl', async () => {
        const { stdout } = await run('bash', ['-euc', onPorts(readme.calls)], place)
        check(stdout.includes('"firstName":"Salma"'), `the calls of the README answered ${stdout}`)
      })
      await step('npm install @boardwalk/sdk', () => run('npm', ['install', `./${basename(sdk)}`], place))
      await step('the program of the README', () => runProgram(onPorts(readme.program), place))
      await step("the program of the SDK's README", () => runProgram(onPorts(sdkProgram), place))
    }),
  )
  const seconds = (performance.now() - startedMs) / 1000
  process.stdout.write(`  all of it: ${seconds.toFixed(1)} s\n`)
  check(seconds < limits.seconds, `the README's lines took ${seconds} s`)
}

async function smoke(tarballs) {
  for (const tarball of tarballs) await checkInstall(tarball)
  const [cli, sdk] = tarballs
  await tryReadme(cli, sdk)
}

process.stdout.write('The first minutes\n')
await withTarballs(['boardwalk', '@boardwalk/sdk', '@boardwalk/sandbox'], smoke).catch((error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
