import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { Board, type Check, Missing } from './board.ts'
import { openBoard, runChecks, writeOutcomes } from './checks.ts'

const check = (does: string, run: () => Promise<unknown>): Check => ({
  group: 'contract',
  rule: 'spec: Job',
  does,
  run,
})

it('the table says what is kept, what is broken and why, and what was skipped and what it lacks', async () => {
  const outcomes = await runChecks(
    [
      check('keeps its word', async () => {}),
      check('answers 400', () => Promise.reject(new Error('expected 400, got 200'))),
      check('links a job', () => Promise.reject(new Missing('board jobs'))),
    ],
    new Board({ url: 'http://127.0.0.1:1', key: 'k' }),
  )
  const [, ...lines] = writeOutcomes(outcomes)
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, '  '))
  expect(lines).toEqual([
    'contract  kept  spec: Job  keeps its word',
    'contract  BROKEN  spec: Job  answers 400',
    'expected 400, got 200',
    'contract  skipped  spec: Job  links a job',
    'board jobs',
    '3 checks. contract: 1 kept, 1 broken, 1 skipped. extensions: 0 kept, 0 broken, 0 skipped.',
  ])
})

it('a server that is no board is not opened', async () => {
  const server = createServer((_req, res) => res.end('<h1>Hello</h1>')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await expect(openBoard({ url: `http://127.0.0.1:${port}/api`, key: 'k' })).rejects.toThrow('is not JSON')
  server.close()
})
