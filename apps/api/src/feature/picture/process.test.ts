import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPictures, type Pictures } from './process.ts'
import type { PictureWork } from './work.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  return () => rm(folder, { recursive: true })
})

let pictures: Pictures
let warnings: object[]
afterEach(() => pictures.stop())

/** Starts a program in place of the one that draws. It answers a cover with its process id. */
async function play(thumbnail: string): Promise<void> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  const cover = "process.send({ drawing: { bytes: Buffer.from(String(process.pid)), mime: 'image/png' } })"
  await writeFile(
    file,
    `process.on('message', ({ kind }) => { if (kind === 'cover') ${cover}; else { ${thumbnail} } })`,
  )
  warnings = []
  pictures = createPictures({
    program: { file, execArgv: [] },
    log: { warn: (fields: object) => warnings.push(fields) },
  })
}
const draw = (kind: 'thumbnail' | 'cover', signal?: AbortSignal) => {
  const work: PictureWork = { kind, file: Buffer.from('x') }
  return pictures.draw(work, { lane: 'users', caller: 'a', signal })
}
const readPid = async () => {
  const drawing = await draw('cover')
  return 'bytes' in drawing ? Number(Buffer.from(drawing.bytes)) : undefined
}

describe('the process that draws pictures', () => {
  it('draws one after the other, and keeps nothing of the environment of the server', {
    tags: ['picture-process'],
  }, async () => {
    await play("process.send({ failure: Object.keys(process.env).filter((name) => !name.startsWith('__')).join() })")
    const pid = await readPid()
    expect(await readPid()).toBe(pid)
    await expect(draw('thumbnail')).rejects.toThrow(/could not be drawn: $/)
  })

  it('ends with the request that it draws for, and the next picture gets a new process', async () => {
    await play('')
    const pid = await readPid()
    const aborting = new AbortController()
    const drawing = draw('thumbnail', aborting.signal)
    const next = readPid()
    aborting.abort()
    await expect(drawing).rejects.toMatchObject({ code: 'unavailable', reason: 'deadline_passed' })
    expect(await next).not.toBe(pid)
    await expect(draw('cover', aborting.signal)).rejects.toMatchObject({ code: 'unavailable' })
    expect(warnings).toEqual([])
  })

  it('that a picture ends refuses this picture alone', { tags: ['picture-process'] }, async () => {
    await play("process.kill(process.pid, 'SIGKILL')")
    const [first, pid] = await Promise.all([draw('thumbnail'), readPid()])
    expect(first).toEqual({ problem: 'costly' })
    expect(pid).toBeGreaterThan(0)
    expect(warnings).toEqual([{ endedBy: 'SIGKILL' }])
  })

  it('that does not work is a failure of the server, and the next picture tries it anew', async () => {
    await play('process.exit(3)')
    await expect(draw('thumbnail')).rejects.toThrow('the process that draws pictures ended with 3')
    expect(await readPid()).toBeGreaterThan(0)
  })
})
