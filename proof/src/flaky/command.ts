import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ClientCompany } from './client-company.ts'

/** From this program as it was built, proof/dist/flaky.js. */
const boardwalk = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url))

export interface Ended {
  /** Null if the command was killed. */
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the built `boardwalk` in a folder, through the proxy. `killAfterMs` kills it unless it has ended before. */
export async function runBoardwalk(
  { key, proxy }: ClientCompany,
  folder: string,
  args: readonly string[],
  killAfterMs?: number,
): Promise<Ended> {
  const child = spawn(process.execPath, [boardwalk, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, BOARDWALK_URL: proxy.url, BOARDWALK_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const cancel = new AbortController()
  if (killAfterMs !== undefined)
    void sleep(killAfterMs, undefined, { signal: cancel.signal }).then(
      () => child.kill('SIGKILL'),
      () => {},
    )
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  cancel.abort()
  return { code, stdout, stderr }
}
