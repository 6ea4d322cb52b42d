import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The machine of the ATS: it has the command `boardwalk`, the board's address and key, and a folder for files. */
export interface AtsMachine {
  /** Path of a file in its folder. */
  path(name: string): string
  /** Runs the command and prints its output. Answers the lines of its result. Throws if the exit status is not `code`. */
  boardwalk(args: string[], code?: number): Promise<string[]>
  stop(): Promise<void>
}

export async function startAtsMachine(
  environment: { BOARDWALK_URL: string; BOARDWALK_API_KEY: string },
  say: (line: string) => void,
): Promise<AtsMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-demo-ats-'))
  return {
    path: (name) => join(folder, name),
    async boardwalk(args, code = 0) {
      say(`$ boardwalk ${args.join(' ')}`)
      const child = spawn(process.execPath, [join(root, 'packages/cli/dist/main.js'), ...args], {
        cwd: root,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const result: string[] = []
      createInterface(child.stdout).on('line', (line) => {
        result.push(line)
        say(line)
      })
      createInterface(child.stderr).on('line', say)
      const [ended] = await once(child, 'close')
      if (ended !== code) throw new Error(`boardwalk ${args.join(' ')} ended with ${ended}`)
      return result
    },
    stop: () => rm(folder, { recursive: true }),
  }
}
