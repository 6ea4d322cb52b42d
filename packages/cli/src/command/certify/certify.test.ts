import { on, once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { usePrograms } from '@boardwalk/test-server/vitest/program'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runCommand, startCommand } from '../../test/command.ts'

/* How `boardwalk certify` starts and ends, with programs of a few lines. */

const programs = usePrograms()
const surroundings = { env: { PATH: process.env.PATH ?? '' } }
const timeout = ['--timeout', String(Math.ceil(inject('waitMsMax') / 1000))]
const node = (source: string) => ['--', process.execPath, '-e', source]

const pushes = `fetch(process.env.BOARDWALK_URL + '/jobs', {
  method: 'PUT',
  headers: { 'x-api-key': process.env.BOARDWALK_API_KEY, 'content-type': 'application/json' },
  body: fs.readFileSync(process.env.BOARDWALK_JOBS),
})`
const polls = `
  fetch(process.env.BOARDWALK_URL + '/candidates', { headers: { 'x-api-key': process.env.BOARDWALK_API_KEY } })`

const certify = (...args: string[]) => runCommand(['certify', ...timeout, ...args], surroundings)

test('a run prints its result, writes each form of the report, and plays a scenario that is named twice once', async () => {
  const folder = programs.path('reports')
  const chosen = ['first-run', 'answer-lost', 'answer-lost'].flatMap((name) => ['--scenario', name])
  const { code, stdout } = await certify('-o', 'json', '--report', folder, ...chosen, ...node(pushes))
  const report = JSON.parse(stdout)
  expect({ code, report }).toMatchObject({
    code: 0,
    report: {
      command: [process.execPath, '-e', pushes],
      does: ['jobs'],
      results: [
        { name: 'first-run', verdict: 'not applicable' },
        { name: 'answer-lost', verdict: 'passed' },
      ],
    },
  })
  expect(JSON.parse(await readFile(`${folder}/report.json`, 'utf8'))).toEqual(report)
  const files = ['answer-lost.log', 'duties.log', 'junit.xml', 'report.json', 'report.md', 'report.txt']
  expect(await readdir(folder)).toEqual(files)

  // A run that ends early leaves no report of an earlier one.
  expect((await certify('--report', folder, '--', 'no-such-program')).code).toBe(2)
  expect(await readdir(folder)).toEqual(['answer-lost.log', 'duties.log'])
})

test('what --expect names and the program does not do is a failure, which ends with 1', async () => {
  const { code, stdout } = await certify('--scenario', 'answer-lost', '--expect', 'jobs,cvs', ...node(pushes))
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ok +answer-lost/)
  expect(stdout).toContain('\nFAILED  --expect cvs: The program was not seen to fetch CVs, which --expect names\n')
  expect(stdout).toContain('This is no certificate: the program was not seen fetching CVs, which --expect names.')
})

test('a wrong command line, or a program that cannot be tested, is refused with what to do', async () => {
  const cases: [string[], number, RegExp][] = [
    [[], 2, /missing required argument 'program'/],
    [['--expect', 'jobs,x', ...node(polls)], 2, /Choose from:\s+candidates,cvs,statuses,erasures,jobs/],
    [['--scenario', 'x', ...node(polls)], 2, /There is no scenario x\. Choose from: first-run, /],
    [['--', 'no-such-program'], 2, /no-such-program cannot be started: there is no such program/],
    [['--', import.meta.filename], 2, /cannot be started: it may not be run\. Make the file executable/],
    [['--report', import.meta.filename, ...node(polls)], 2, /The folder of --report cannot be written/],
    [node(polls), 2, /Say how to list the candidates that your program holds.*for example --stored/],
    [['--stored', 'echo a.txt', ...node(polls)], 2, /--stored printed "a\.txt"\. Its command prints a line for each/],
    [['--stored', 'ls absent', ...node(polls)], 2, /The command of --stored failed\..*absent/s],
    [
      ['--timeout', '1', '--stored', 'sleep 100', ...node(polls)],
      2,
      /--stored was ended after 1 s, the time of --timeout 1: sleep 100/,
    ],
    [['--prepare', 'ls absent', ...node(polls)], 2, /The command of --prepare failed\..*absent/s],
    [node('console.log("No settings"); process.exit(7)'), 1, /sent no request.*last with 7.*No settings/s],
    [node(`fetch(process.env.BOARDWALK_URL + '/nowhere')`), 1, /It sent:\n.*GET \/api\/nowhere → 404/],
  ]
  await Promise.all(
    cases.map(async ([args, code, message]) => {
      const ended = await certify('--quiet', ...args)
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    }),
  )
})

/** Source that connects to the test, and another that starts a process that does. */
const connectTo = (port: number) => `require('node:net').connect(${port}).write(process.cwd())`
const spawnNode = (source: string) =>
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(source)}])`

test('Ctrl-C ends the program with the processes that it has started, removes its folder, and ends with 130', async () => {
  const { port, accept } = await listen()
  const program = `${connectTo(port)}; ${spawnNode(connectTo(port))}`
  const { interrupt, result } = startCommand(['certify', ...node(program)], surroundings)
  const sockets = [await accept(), await accept()]
  interrupt()
  expect(await result).toMatchObject({ code: 130, stderr: 'Error: Interrupted\n' })
  for (const { folder, isClosed } of sockets) {
    await expect.poll(isClosed).toBe(true)
    expect(existsSync(folder)).toBe(false)
  }
})

test('processes that the program leaves behind are ended when it ends', async () => {
  const { port, accept } = await listen()
  const left = `const socket = ${connectTo(port)}; setInterval(() => {}, 1000); console.log('started')`
  const program = `${spawnNode(left)}.stdout.once('data', () => ${pushes}.then(() => process.exit()))`
  const running = certify('--scenario', 'first-run', ...node(program))
  const { isClosed } = await accept()
  expect((await running).code).toBe(0)
  await expect.poll(isClosed).toBe(true)
})

/** Listens for programs, each of which sends the name of its folder. */
async function listen() {
  const server = createServer((socket) => socket.on('error', () => {}))
  const connections = on(server, 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    port: Object(server.address()).port as number,
    async accept() {
      const [socket]: [Socket] = (await connections.next()).value
      const [folder] = await once(socket, 'data')
      return { folder: String(folder), isClosed: () => socket.destroyed }
    },
  }
}
