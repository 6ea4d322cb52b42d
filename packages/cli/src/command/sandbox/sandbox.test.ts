import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { shows } from '@boardwalk/test-server/vitest/program'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'

const cli = useCli()

test('sandbox prints the address and the key of a board in memory and its control port, which answer until Ctrl-C, calls that a shell runs, and a document', async () => {
  const child = cli.start(['sandbox', '--port', '0', '--control-port', '0'], {})
  const printed = /^url {6}(http:\/\/127\.0\.0\.1:\d+\/api)\nkey {6}(\S+)\ncontrol {2}(http:\/\/127\.0\.0\.1:\d+)\n$/
  const [[, url = '', key = '', control = ''], [hint]] = await Promise.all([
    shows(child.stdout, printed),
    shows(child.stderr, /^.*Ctrl-C.*\n$/s),
  ])
  expect(hint.split('\n').filter((line) => line.length > 80)).toEqual([])
  const [, document = ''] = /^(docs\/\S+) \(in the clone of Boardwalk\)$/m.exec(hint) ?? []
  expect(existsSync(sourceFile(document))).toBe(true)
  // The first call creates a job, the second one applies, and the third one shows who applied.
  const calls = hint.match(/^curl .*(?:\n {2}.*)*/gm) ?? []
  const run = async (call = '') => JSON.parse((await promisify(execFile)('sh', ['-c', call])).stdout)
  expect(await run(calls[0])).toMatchObject({ error: null })
  const { date } = await run(calls[1])
  expect(await run(calls[2])).toMatchObject({ candidates: [{ offerId: 'A-1', firstName: 'Salma', date }] })
  const listRequests = async () => (await fetch(`${control}/requests`)).json()
  const first = [{ operation: 'createJob' }, { operation: 'listAllCandidates' }]
  expect(await listRequests()).toMatchObject({ requests: first })
  // A request that waits does not keep the command from ending.
  const waiting = fetch(`${url}/candidates?wait=20&since=${date}`, { headers: { 'x-api-key': key } }).catch(
    (error: Error) => error.message,
  )
  await expect.poll(listRequests).toMatchObject({ requests: [...first, { operation: 'listAllCandidates' }] })

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
  expect(await child.result).toMatchObject({ code: 0, stderr: hint })
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
