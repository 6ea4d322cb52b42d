import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { shows } from '@boardwalk/test-server/vitest/program'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useFollow } from '../../test/follow.ts'

/* What `boardwalk candidates follow --post` sends to a receiver, and how it goes on after each answer. */

const follower = useFollow()
const { applyAs, cli, follow, readCursor, startFollow } = follower
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

beforeEach(async () => {
  await cli.write('secret.txt', `${secret}\n`)
  await chmod(cli.path('secret.txt'), 0o600)
})

type Posted = { headers: IncomingHttpHeaders; body: string; atMs: number }

/** Starts a receiver that answers each post as the next of these answers says, and with 204 after them. */
async function startReceiver(...answers: ((res: ServerResponse) => void)[]) {
  const posted: Posted[] = []
  const receiver = createServer(async (req, res) => {
    posted.push({ headers: req.headers, body: await text(req), atMs: performance.now() })
    const answer = answers[posted.length - 1]
    if (answer === undefined) res.writeHead(204).end()
    else answer(res)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await once(receiver, 'listening')
  // A server that listens on a port has an address of this kind.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  return { posted, url, flags: ['--post', `${url}/hook?token=hidden`, '--secret-file', 'secret.txt'] }
}

const verify = ({ headers, body }: Posted) =>
  // Node gives headers of these names as texts.
  new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
const answerWith =
  (status: number, headers = {}) =>
  (res: ServerResponse) =>
    void res.writeHead(status, headers).end()

describe('--post', () => {
  test('sends each candidate signed, and a second time with the same id and not before Retry-After, until the answer is 2xx', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const { posted, flags } = await startReceiver(answerWith(503, { 'retry-after': '2' }), (res) => res.destroy())
    const given = ['--once', ...flags, '--max-tries', '9', '--failed', `failed-${follower.state}`]
    const { code, stdout, stderr } = await follow(...given)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).not.toContain('hidden')
    expect(posted.map((one) => verify(one).id)).toEqual([salma, salma, salma, zineb])
    const ids = posted.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect(new Set(ids).size).toBe(2)
    const [first, second] = posted.map(({ atMs }) => atMs)
    // A timer may end some milliseconds early. Without the header, the pause is a second.
    expect(Number(second) - Number(first)).toBeGreaterThan(1_900)
    expect(await follow(...given)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('moves the state only after 2xx: with --once any other answer ends follow with 1, and no redirect is followed', async () => {
    const [salma] = await applyAs('Salma')
    const other = await startReceiver()
    const { posted, url, flags } = await startReceiver(
      answerWith(307, { location: other.url }),
      answerWith(404),
      answerWith(410),
    )
    const again = `for candidate ${salma}. The next start gives this candidate again.\n`
    for (const [end, message] of [
      ['307', `${url} answered 307, and a redirect is not followed ${again}`],
      ['404', `${url} answered 404 ${again}`],
      ['410', `${url} answered 410: it wants no more candidates. Remove this follow.\n`],
    ])
      expect({ end, ...(await follow('--once', ...flags)) }).toEqual({
        end,
        code: 1,
        stdout: '',
        stderr: `Error: ${message}`,
      })
    expect({ cursor: await readCursor(), followed: other.posted }).toEqual({ cursor: null, followed: [] })
    expect((await follow('--once', ...flags)).code).toBe(0)
    expect(posted.map((one) => verify(one).id)).toEqual([salma, salma, salma, salma])
  })

  test('410 ends it also with --max-tries, and any other answer puts the candidate into the file of --failed', async () => {
    const [salma] = await applyAs('Salma')
    const { url, flags } = await startReceiver(answerWith(410), answerWith(400))
    const failed = `failed-${follower.state}`
    const given = ['--once', ...flags, '--max-tries', '1', '--failed', failed]
    expect((await follow(...given)).code).toBe(1)
    expect((await follow(...given)).code).toBe(3)
    expect(JSON.parse(await readFile(cli.path(failed), 'utf8'))).toMatchObject({
      candidate: { id: salma },
      error: { message: `${url} answered 400`, status: 400 },
    })
  })

  test('a second interrupt ends it with 130, without waiting for the answer of the receiver', async () => {
    await applyAs('Salma')
    const { posted, flags } = await startReceiver(() => {})
    const child = startFollow(...flags)
    await expect.poll(() => posted).toHaveLength(1)
    child.kill('SIGINT')
    await shows(child.stderr, /Finishing/)
    child.kill('SIGINT')
    expect({ code: (await child.result).code, cursor: await readCursor() }).toEqual({ code: 130, cursor: null })
  })

  test('refuses a secret that is none without showing it, and warns of one that others can read', async () => {
    await cli.write('short.txt', 'whsec_c2VjcmV0')
    const { flags } = await startReceiver()
    const short = await follow('--once', ...flags, '--secret-file', 'short.txt')
    expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('24 to 64 bytes') })
    expect(short.stderr).not.toContain('c2VjcmV0')
    expect(await follow('--once', ...flags, '--secret-file', 'none.txt')).toMatchObject({
      code: 1,
      stderr: 'Error: none.txt cannot be read: there is no such file\n',
    })
    await chmod(cli.path('secret.txt'), 0o644)
    expect(await follow('--once', ...flags)).toMatchObject({ code: 0, stderr: expect.stringContaining('chmod 600') })
  })
})
