// Runs chosen tests and the demo on every supported line of Node but the one that runs this, which runs all tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import { nodeIn, nodePackages, nodes, withInstalled } from './packed.mjs'

/**
 * What depends most on Node itself: HTTP, streams, files, processes and signals. The SDK, the CLI and the sandbox are
 * tried on all lines as packed packages.
 */
const TESTS = [
  'apps/api/src/http/',
  'apps/api/src/site/apply.test.ts',
  'apps/api/src/site/arriving-forms.test.ts',
  'apps/api/src/feature/cv/',
  'apps/api/src/feature/job/html.test.ts',
  'apps/api/src/stop.promise.test.ts',
  'apps/api/src/tracing.promise.test.ts',
]
const [inUse] = process.versions.node.split('.')

await withInstalled(nodePackages, async (folder) => {
  for (const [name, version] of Object.entries(nodes)) {
    if (name === `node${inUse}`) continue
    const env = { ...process.env, PATH: `${dirname(nodeIn(folder, name))}${delimiter}${process.env.PATH}` }
    const check = `if (process.versions.node !== '${version}') throw new Error(process.version)`
    for (const [command, ...args] of [
      ['node', '--eval', check],
      ['npm', 'test', '--', ...TESTS],
      ['npm', 'run', 'demo'],
    ]) {
      process.stdout.write(`── Node ${version}: ${command} ${args.join(' ')}\n`)
      const [code] = await once(spawn(command, args, { env, stdio: 'inherit' }), 'close')
      if (code !== 0) process.exitCode = 1
    }
  }
})
