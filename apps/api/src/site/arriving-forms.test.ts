import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, test } from 'vitest'
import { captureLog } from '../test/capture-log.ts'
import { apply, encodeForm, makePdf, pdf, publishJob, submit } from '../test/form.ts'
import { useServer } from '../test/harness.ts'
import { readSample } from '../test/read-sample.ts'
import { testSettings } from '../test/settings.ts'

/* Clients that do not send the end of a form. */

const MIB = 1024 * 1024
type TestServer = ReturnType<typeof useServer>

/** Sends a request without its end. Returns the server's answer after the server has ended the connection. */
function stall(url: string, head: string[], body: Buffer, sent = body.length - 1) {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = [`POST ${pathname} HTTP/1.1`, `host: ${hostname}:${port}`, `content-length: ${body.length}`, ...head]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, sent))
  return { socket, answer: text(socket).catch(() => '') }
}

/** A form with a large CV, as a browser sends it. */
async function makeForm(cvBytes: number) {
  const whole = new Response(encodeForm({}, makePdf(cvBytes)))
  return { type: whole.headers.get('content-type') ?? '', body: Buffer.from(await whole.arrayBuffer()) }
}
type Form = Awaited<ReturnType<typeof makeForm>>

const stallForm = (
  jobUrl: string,
  { type, body, sent }: Form & { sent?: number },
  address = '192.0.2.1',
  accept = 'application/json',
) => stall(`${jobUrl}/apply`, [`content-type: ${type}`, `x-forwarded-for: ${address}`, `accept: ${accept}`], body, sent)

const heldBytes = async (server: TestServer) => readSample(await server.deps.metrics.text(), 'boardwalk_body_bytes')
const unavailable = /^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n.*"code":"unavailable"/is

/** Runs a check while clients stall, and closes their connections after it. */
async function whileStalled(
  server: TestServer,
  stalled: { socket: Socket }[],
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check()
  } finally {
    for (const { socket } of stalled) socket.destroy()
  }
  await expect.poll(() => heldBytes(server)).toBe(0)
}

describe('bodies whose end is withheld', () => {
  const spoolFolder = mkdtempSync(join(tmpdir(), 'boardwalk-spool-'))
  afterAll(() => rmSync(spoolFolder, { recursive: true }))
  const server = useServer({ settings: { spoolFolder } })

  test('have their files on the disk and not in memory, under no name that would outlive the process', {
    tags: ['arriving-bodies'],
  }, async () => {
    const { url } = await publishJob(server)
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const form = await makeForm(4 * MIB)
    collect()
    const before = process.memoryUsage().arrayBuffers
    const stalled = Array.from({ length: 24 }, () => stallForm(url, form))
    await whileStalled(server, stalled, async () => {
      await expect.poll(() => heldBytes(server)).toBeGreaterThan(24 * 4 * MIB)
      // Node returns memory to the system some time after a collection.
      const findGrowth = () => {
        collect()
        return process.memoryUsage().arrayBuffers - before
      }
      const areHeld = async () => (await heldBytes(server)) > 24 * 4 * MIB
      await expect.poll(async () => findGrowth() < 24 * MIB || !(await areHeld())).toBe(true)
      // After a minute, the server ends the forms and frees their memory.
      expect(await areHeld()).toBe(true)
      expect(await readdir(spoolFolder)).toEqual([])
    })
  })

  test.runIf(process.platform === 'linux')(
    'leave no file open, whether the form is accepted, refused or broken off',
    async () => {
      const { url } = await publishJob(server)
      const listOpen = async () => {
        const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
        return (await Promise.all(links)).filter((path) => path.startsWith(spoolFolder))
      }
      const form = await makeForm(MIB)
      const isOpen = () => expect.poll(async () => (await listOpen()).length).toBe(1)
      await whileStalled(server, [stallForm(url, form)], isOpen)
      expect((await apply(url, {}, pdf)).status).toBe(201)
      for (const cv of [Buffer.from('no PDF'), makePdf(6 * MIB)]) expect((await apply(url, {}, cv)).status).toBe(400)
      expect((await apply(url, { email: 'x' }, pdf)).status).toBe(400)
      await expect.poll(listOpen).toEqual([])
    },
  )

  test('of callers who are not signed in are refused after 16 KiB, and kept no further', async () => {
    const head = [`origin: ${server.url}`, 'content-type: application/json']
    for (const procedure of ['session.signIn', 'key.create']) {
      const stalled = stall(`${server.url}/trpc/${procedure}`, head, Buffer.alloc(MIB, '{"email":"'))
      await whileStalled(server, [stalled], async () => {
        await once(stalled.socket, 'readable')
        await expect.poll(() => stalled.socket.bytesWritten).toBeGreaterThan(MIB - 1)
        expect(await heldBytes(server)).toBeLessThanOrEqual(16 * 1024)
      })
    }
  })
})

describe('a process that holds as much of bodies as it may', () => {
  const server = useServer({ settings: { uploadLimits: { ...testSettings.uploadLimits, bodyBytes: 6 * MIB } } })

  test('ends a stalled form for one that moves, which is accepted', async () => {
    const { url } = await publishJob(server)
    const form = await makeForm(4 * MIB)
    const first = stallForm(url.replace('/fr/', '/en/'), form, '192.0.2.1', 'text/html,*/*;q=0.8')
    await expect.poll(() => heldBytes(server)).toBeGreaterThan(4 * MIB)
    await whileStalled(server, [first], async () => {
      expect((await apply(url, {}, makePdf(3 * MIB))).status).toBe(201)
      // A browser gets a page in the page's language.
      const answer = await first.answer
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n.*<html lang="en"/is)
    })
  })
})

describe('from one address', () => {
  const server = useServer({
    settings: { trustProxy: 1, uploadLimits: { ...testSettings.uploadLimits, bodiesOfAddress: 2 } },
  })

  test('one more body than may arrive at the same time ends one that stalls, and none of another address', async () => {
    const { url } = await publishJob(server)
    const form = await makeForm(MIB)
    const other = stallForm(url, form, '192.0.2.2')
    await expect.poll(() => heldBytes(server)).toBeGreaterThan(MIB)
    const stalled = Array.from({ length: 3 }, () => stallForm(url, form))
    await whileStalled(server, [other, ...stalled], async () => {
      expect(await Promise.any(stalled.map(async ({ answer }) => unavailable.test(await answer)))).toBe(true)
      await expect.poll(() => heldBytes(server)).toBeGreaterThan(3 * MIB)
      const { type, body } = await makeForm(MIB)
      const headers = { accept: 'application/json', 'content-type': type, 'x-forwarded-for': '192.0.2.1' }
      expect((await fetch(`${url}/apply`, { method: 'POST', headers, body })).status).toBe(201)
      expect(other.socket.readableEnded).toBe(false)
    })
  })
})

describe('a file that cannot be written', () => {
  const spoolFolder = mkdtempSync(join(tmpdir(), 'boardwalk-spool-'))
  const { log, lines, read } = captureLog('info')
  const server = useServer({ settings: { spoolFolder }, log })

  test('is refused, the form is accepted without it, and the log says why', async () => {
    const { url } = await publishJob(server)
    const formId = randomUUID()
    expect((await submit(url, { formId, lastName: '' }, pdf)).html).toContain('name="keptCv"')
    rmSync(spoolFolder, { recursive: true })
    const { html: page } = await submit(url, { formId, keptCv: 'yes' }, pdf)
    expect(page).toContain('Nous ne pouvons pas recevoir de fichier en ce moment.')
    // A CV that an earlier sending left is still kept.
    expect(page).toContain('name="keptCv"')
    lines.length = 0
    const refused = await apply(url, {}, pdf)
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'uploads_closed' } } })
    const logged = read().filter(({ msg }) => msg === 'a CV could not be received')
    expect(logged).toMatchObject([{ err: { cause: { code: 'ENOENT' } } }])
    expect((await apply(url)).status).toBe(201)
  })
})
