import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Options } from 'tsup'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../database.ts'
import { sourceFile } from '../server-process.ts'

/** What vitest's configuration and global set-up give every test, by `inject('…')`. */
declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for one thing, in milliseconds, which vitest.config.ts measures. */
    waitMsMax: number
    /** How long the tests of one file may take, in milliseconds. */
    fileMsMax: number
    /** Address of the database server of this run. A test makes a database of its own on it. */
    mongodbUri: string
    /** Whether that is a SecantusDB that was started for this run. */
    isSecantus: boolean
    /** Folder of the built programs, each at the path of its source. */
    builtPrograms: string
  }
}

const programs = [
  'apps/api/src/main.ts',
  'apps/api/src/admin.ts',
  'apps/api/src/tracing.ts',
  'packages/cli/src/main.ts',
  'examples/src/express-webhook-bridge.ts',
  'examples/src/follow-candidates.ts',
  'examples/src/link-existing-jobs.ts',
  'examples/src/receive-webhooks.ts',
  'examples/src/publish-a-feed.ts',
]

/** Builds the programs and opens one database server, once for a whole run of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-programs-'))
  project.provide('builtPrograms', folder)
  await buildPrograms(folder)
  const { uri, source, stop } = await openDatabase({ isForTests: true })
  project.provide('mongodbUri', uri)
  project.provide('isSecantus', source?.startsWith('secantus') ?? false)
  return async () => {
    await stop()
    await rm(folder, { recursive: true })
  }
}

/**
 * Builds the programs that tests start as processes. A process that translates its sources by itself needs a second of CPU
 * for it, each time.
 */
async function buildPrograms(folder: string): Promise<void> {
  await symlink(sourceFile('node_modules'), join(folder, 'node_modules'))
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), sourceFile(path)])),
    outDir: folder,
    format: 'esm',
    target: 'node20',
    skipNodeModulesBundle: true,
    // JSON goes into the program, too, as in what is published: Node 20.0, the target, has no import of it.
    noExternal: [/^@boardwalk\//, /\.json$/],
    esbuildPlugins: [keepAddress],
    esbuildOptions: (options) => {
      options.conditions = ['@boardwalk/source']
      options.jsx = 'automatic'
    },
  })
}

/** Keeps the address of each source (`import.meta.url`), so that a built program still finds files beside its source. */
const keepAddress: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'keep-address',
  setup({ onLoad }) {
    onLoad({ filter: /\/(apps|packages|tools|examples)\/.*\.tsx?$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
}
