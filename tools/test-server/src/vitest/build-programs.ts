import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Options } from 'tsup'
import type { TestProject } from 'vitest/node'
import { sourceFile } from '../source-file.ts'
import type {} from './provided.ts'

const programs = [
  'apps/api/src/main.ts',
  'apps/api/src/admin.ts',
  'apps/api/src/tracing.ts',
  'packages/cli/src/main.ts',
  'examples/src/express-webhook-bridge.ts',
  'examples/src/follow-candidates.ts',
  'examples/src/link-existing-jobs.ts',
  'examples/src/publish-a-feed.ts',
]

/**
 * Builds the programs that tests start as processes, once for the whole run. A process that translates its sources by
 * itself needs a second of CPU for it, each time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-programs-'))
  await symlink(sourceFile('node_modules'), join(folder, 'node_modules'))
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), sourceFile(path)])),
    outDir: folder,
    format: 'esm',
    target: 'node20',
    skipNodeModulesBundle: true,
    noExternal: [/^@boardwalk\//],
    esbuildPlugins: [keepsItsAddress],
    esbuildOptions: (options) => {
      options.conditions = ['@boardwalk/source']
      options.jsx = 'automatic'
    },
  })
  project.provide('builtPrograms', folder)
  return () => rm(folder, { recursive: true })
}

/** Keeps the address of each source (`import.meta.url`), so that a built program still finds files beside its source. */
const keepsItsAddress: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'keeps-its-address',
  setup({ onLoad }) {
    onLoad({ filter: /\/(apps|packages|tools|examples)\/.*\.tsx?$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}
