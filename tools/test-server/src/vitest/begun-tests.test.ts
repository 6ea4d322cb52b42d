import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { expect, inject, it } from 'vitest'
import { sourceFile } from '../server-process.ts'
import { shows } from './program.ts'

/** Runs the tests of one file in fixture/, which hang. Sends the signal when a test has begun. */
async function run(name: string, { fileMsMax, signal }: { fileMsMax: number; signal?: NodeJS.Signals }) {
  const child = spawn(process.execPath, [sourceFile('node_modules/vitest/vitest.mjs'), 'run', name], {
    cwd: sourceFile('tools/test-server/src/vitest/fixture'),
    env: { ...process.env, FILE_MS_MAX: String(fileMsMax) },
  })
  const hasBegun = shows(child.stderr, /a test has begun/)
  const printed = text(child.stderr)
  const ended = once(child, 'close')
  child.stdout.resume()
  if (signal !== undefined) {
    await hasBegun
    child.kill(signal)
  }
  const [code] = await ended
  return { code, lines: stripVTControlCharacters(await printed).split('\n') }
}

it('a run with a test that hangs ends with 1 and names the test, also if its worker is in an endless loop', async () => {
  // Two seconds on a quiet machine, in which the test must begin.
  const fileMsMax = inject('waitMsMax') / 30
  const [waiting, busy] = [await run('waiting', { fileMsMax }), await run('busy', { fileMsMax })]
  expect([waiting.code, busy.code]).toEqual([1, 1])
  const late = `has not ended after ${fileMsMax / 1000} s.`
  expect(waiting.lines).toEqual(expect.arrayContaining([`waiting.fixture.ts ${late}`, '    a group > waits for ever']))
  expect(busy.lines).toEqual(expect.arrayContaining([`busy.fixture.ts ${late}`, '    perhaps is busy for ever']))
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a run that %s stops names the tests that have begun and not ended', async (signal, status) => {
  const { code, lines } = await run('waiting', { fileMsMax: 2 ** 31 - 1, signal })
  expect(code).toBe(status)
  // The worker reports the begin of a test within a tenth of a second.
  const name = expect.stringMatching(/^ {4}(perhaps )?a group > waits for ever$/)
  expect(lines).toEqual(expect.arrayContaining([`${signal} stops the run.`, '  waiting.fixture.ts', name]))
})
