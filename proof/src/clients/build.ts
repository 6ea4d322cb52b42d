import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '@boardwalk/local-mongo/python-environment'
import { findPython, OGEN, run } from './generator.ts'

// This file is bundled into proof/dist/clients.js.
const sources = fileURLToPath(new URL('../src/clients', import.meta.url))

/** What can be done with a generated client. */
export interface Build {
  /** The programs that it needs. */
  needs: readonly string[]
  /** CI leaves it out, because it takes minutes. */
  isSlow?: boolean
  /** Compiles the client in its folder. */
  compile(client: string): Promise<unknown>
  /** The programs that use the client: one drives a board, and one reads the answers of a newer board. */
  programs?: { drive?: string; tomorrow: string }
  /** Runs a program with the client. `board` has the settings of its board. */
  start?(client: string, program: string, board: NodeJS.ProcessEnv): Promise<unknown>
}

/** Imports every module of a package. The package is in the folder of the name. */
const importAll = `import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."): importlib.import_module(module.name)`

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const tscOptions = '--noEmit --strict --target es2022 --module preserve --lib es2022,dom,dom.iterable'.split(' ')

/** The folder with a copy of a client of openapi-python-client: Python cannot import a package of the generator's name. */
const packageFolder = (client: string) => `${client}-package`

/** How the clients are compiled and run, by generator. The others are only generated. */
export const builds: Record<string, Build> = {
  python: {
    needs: ['python3'],
    compile: async (client) => run([await findPython(), '-c', importAll, 'openapi_client'], { cwd: client }),
    programs: { drive: 'python/round_trip.py', tomorrow: 'python/tomorrow.py' },
    start: async (client, program, board) =>
      run([await findPython(), join(sources, program)], { cwd: client, env: { ...board, PYTHONPATH: client } }),
  },
  go: {
    needs: ['go'],
    compile: (client) => run(['go', 'build', '.'], { cwd: client }),
    programs: { drive: 'go/round_trip.go', tomorrow: 'go/tomorrow.go' },
    async start(client, program, board) {
      const cwd = join(client, basename(program, '.go'))
      const name = 'github.com/GIT_USER_ID/GIT_REPO_ID'
      await mkdir(cwd)
      await cp(join(sources, program), join(cwd, 'main.go'))
      const module = ['module program', 'go 1.23', `require ${name} v0.0.0`, `replace ${name} => ..`]
      await writeFile(join(cwd, 'go.mod'), `${module.join('\n')}\n`)
      await run(['go', 'run', '.'], { cwd, env: board })
    },
  },
  java: {
    needs: ['java', 'mvn'],
    isSlow: true,
    compile: (client) =>
      run(['mvn', '-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'], {
        cwd: client,
      }),
    programs: { drive: 'java/RoundTrip.java', tomorrow: 'java/Tomorrow.java' },
    async start(client, program, board) {
      const libraries = (await readFile(join(client, 'classpath.txt'), 'utf8')).trim()
      const classpath = `${join(client, 'target/classes')}:${libraries}`
      await run(['java', '-cp', classpath, join(sources, program)], { cwd: client, env: board })
    },
  },
  rust: {
    needs: ['cargo'],
    isSlow: true,
    compile: (client) =>
      run(['cargo', 'check', '--quiet'], {
        cwd: client,
        env: { CARGO_TARGET_DIR: join(cacheFolder(), 'cargo') },
      }),
  },
  'typescript-fetch': {
    needs: ['node'],
    compile: (client) => run(['node', tsc, ...tscOptions, 'index.ts'], { cwd: client }),
  },
  'openapi-typescript': {
    needs: ['node'],
    compile: (client) => run(['node', tsc, ...tscOptions, 'board.ts'], { cwd: client }),
  },
  orval: {
    needs: ['node'],
    compile: (client) => run(['node', tsc, ...tscOptions, 'board.ts'], { cwd: client }),
  },
  'hey-api': {
    needs: ['node'],
    compile: (client) => run(['node', tsc, ...tscOptions, 'index.ts'], { cwd: client }),
  },
  'openapi-python-client': {
    needs: ['python3'],
    async compile(client) {
      const folder = packageFolder(client)
      await cp(client, join(folder, 'board'), { recursive: true })
      await run([await findPython(), '-c', importAll, 'board'], { cwd: dirname(client), env: { PYTHONPATH: folder } })
    },
    programs: { tomorrow: 'openapi-python-client/tomorrow.py' },
    start: async (client, program, board) =>
      run([await findPython(), join(sources, program)], {
        cwd: dirname(client),
        env: { ...board, PYTHONPATH: packageFolder(client) },
      }),
  },
  'oapi-codegen': {
    needs: ['go'],
    async compile(client) {
      await writeFile(join(client, 'go.mod'), 'module board\n\ngo 1.24\n')
      await run(['go', 'mod', 'tidy'], { cwd: client })
      await run(['go', 'build', '.'], { cwd: client })
    },
  },
  ogen: {
    needs: ['go'],
    isSlow: true,
    async compile(client) {
      await writeFile(join(client, 'go.mod'), `module board\n\ngo 1.25\n\nrequire github.com/ogen-go/ogen v${OGEN}\n`)
      await run(['go', 'mod', 'tidy'], { cwd: client })
      await run(['go', 'build', '.'], { cwd: client })
    },
  },
}
