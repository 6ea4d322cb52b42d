import { shows } from '@boardwalk/test-server/vitest/program'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

const cli = useCli()

test('sandbox prints the address and the key of a board in memory and its control port, which answer until Ctrl-C', async () => {
  const child = cli.start(['sandbox', '--port', '0', '--control-port', '0'], {})
  const printed = /^url {6}(http:\/\/127\.0\.0\.1:\d+\/api)\nkey {6}(\S+)\ncontrol {2}(http:\/\/127\.0\.0\.1:\d+)\n$/
  const [, url = '', key = '', control = ''] = await shows(child.stdout, printed)
  expect((await fetch(`${url}/jobs`, { headers: { 'x-api-key': key } })).status).toBe(200)
  const listRequests = async () => (await fetch(`${control}/requests`)).json()
  expect(await listRequests()).toMatchObject({ requests: [{ operation: 'listJobs', status: 200 }] })
  // A request that waits does not keep the command from ending.
  const waiting = fetch(`${url}/candidates?wait=20`, { headers: { 'x-api-key': key } }).catch(
    (error: Error) => error.message,
  )
  await expect.poll(listRequests).toMatchObject({ requests: [{}, { operation: 'listAllCandidates' }] })

  const { port } = new URL(control)
  for (const flags of [
    ['--port', port, '--control-port', '0'],
    ['--port', '0', '--control-port', port],
  ])
    expect(await runCommand(['sandbox', ...flags], { env: {} })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error: Another program uses port ${port} of 127.0.0.1: choose another one with ${flags[flags.indexOf(port) - 1]}, or 0 for a free one\n`,
    })
  child.kill('SIGINT')
  expect(await child.result).toMatchObject({ code: 0, stderr: '' })
  expect(await waiting).toBe('fetch failed')
})

test.each([
  ['--port 70000', 2, 'It must be a port from 0 to 65535.'],
  ['--port 4010 --control-port 4010', 2, 'Give --port and --control-port two different ports'],
  ['--port 0 --host 192.0.2.1', 1, 'This machine cannot listen at 192.0.2.1 (EADDRNOTAVAIL)'],
])('sandbox %s ends with %i and says why', async (flags, code, why) => {
  const ended = await runCommand(['sandbox', ...flags.split(' ')], { env: {} })
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(why)
})
