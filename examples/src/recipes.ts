import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pythonWith } from '@boardwalk/local-mongo/python-environment'
import { sourceFile } from '@boardwalk/test-server/server-process'

/* Starts the programs of examples/follow for tests. Each program needs the toolchain of its language. */

const run = promisify(execFile)

export interface Recipe {
  /** Its name in examples/follow. */
  file: string
  /** Compiles the program, and returns the command that starts it. `path` gives the path of a file in the test's folder. */
  prepare(path: (name: string) => string): Promise<string[]>
}

/** Finds the programs whose toolchain the machine has. Names the others on standard error. */
export async function findRecipes(): Promise<Recipe[]> {
  const found: Recipe[] = []
  for (const [file, find] of Object.entries(finders))
    try {
      found.push({ file, prepare: await find() })
    } catch (error) {
      process.stderr.write(`examples/follow/${file} is not run, because its toolchain is not there: ${error}\n`)
    }
  return found
}

/** Finds the toolchain of each program. Fails if the machine has none. */
const finders: Record<string, () => Promise<Recipe['prepare']>> = {
  'follow.py': async () => {
    const python = await findPython()
    return async () => [python, sourceFile('examples/follow/follow.py')]
  },
  'follow.go': async () => {
    await print('go', 'version')
    return async (path) => {
      const program = path('follow')
      // As `go run` does it, which starts the program as a process of its own.
      await run('go', ['build', '-o', program, sourceFile('examples/follow/follow.go')], {
        env: { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
      })
      return [program]
    }
  },
  'follow.php': async () => {
    const php = await findPhp()
    return async () => [php, sourceFile('examples/follow/follow.php')]
  },
  'Follow.java': async () => {
    await print('javac', '-version')
    return async (path) => {
      const classes = path('classes')
      // Once for all tests: `java Follow.java` compiles it at each start.
      await run('javac', ['-d', classes, sourceFile('examples/follow/Follow.java')])
      return ['java', '-cp', classes, 'Follow']
    }
  },
}

/** Runs a command and returns what it prints. */
export const print = async (command: string, ...args: string[]) => (await run(command, args)).stdout.trim()

/** Finds Python itself: a version manager may stand before it, and a kill must reach the real program. */
export const findPython = () => print('python3', '-c', 'import sys; print(sys.executable)')

/** Finds a PHP: on PATH, or the one that a package on PyPI contains. */
async function findPhp(): Promise<string> {
  try {
    return await print('php', '-r', 'echo PHP_BINARY;')
  } catch {
    const version = '0.1.0'
    const python = await pythonWith(
      {
        name: 'static-php-py',
        version,
        folder: `static-php-py-${version}`,
        minors: {
          min: 9,
          max: 14,
        },
        pip: ['--only-binary', ':all:', '--no-deps'],
      },
      { log: (line) => process.stderr.write(`${line}\n`) },
    )
    const packages = await print(python, '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))')
    const php = join(packages, 'resources/php')
    await print(php, '-v')
    return php
  }
}
