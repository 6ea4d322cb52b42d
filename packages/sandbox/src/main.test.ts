import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

/* The command as a process, as it was built last. */

function start(...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../dist/main.js', import.meta.url)), ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code, stdout, stderr }),
  )
  return { child, ended }
}

it('prints the address and the key of a board in memory, which answers until the command ends', async () => {
  const { child, ended } = start('--port', '0')
  const [printed] = await once(child.stdout, 'data')
  const [, url = '', key = ''] = /^url {2}(http:\/\/127\.0\.0\.1:\d+\/api)\nkey {2}(\S+)\n$/.exec(String(printed)) ?? []
  const answer = await fetch(`${url}/jobs`, { headers: { 'x-api-key': key } })
  expect([answer.status, await answer.json()]).toEqual([200, { jobs: [], total: 0, error: null }])
  const taken = start('--port', new URL(url).port)
  const stderr = expect.stringContaining('EADDRINUSE')
  expect(await taken.ended).toEqual({ code: 1, stdout: '', stderr })
  child.kill('SIGTERM')
  expect((await ended).stderr).toBe('')
})

it('says how it is called, and what is wrong with a call', async () => {
  const help = await Promise.all(['--help', '-h'].map((flag) => start(flag).ended))
  const usage = expect.stringMatching(/^Usage: boardwalk-sandbox \[--port 4010\] \[--host 127\.0\.0\.1\]\n/)
  expect(help).toEqual(Array(2).fill({ code: 0, stdout: usage, stderr: '' }))
  expect(await start('--prot', '1').ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining("'--prot'") })
})
