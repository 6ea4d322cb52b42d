import { createGate } from '@boardwalk/mongo-proxy'
import { loadImage } from '@napi-rs/canvas'
import { beforeEach, describe, expect, it } from 'vitest'
import { whileReplaced } from '../../test/failing-store.ts'
import { type TestCompany, useServer } from '../../test/harness.ts'
import { logo } from '../../test/logo.ts'
import { drawAnimation, drawPicture, makeBomb } from '../../test/picture.ts'
import { signedInUser } from '../../test/user.ts'
import { sweepThumbnails } from './company-pictures.ts'

const server = useServer()
let company: TestCompany
let profile: Awaited<ReturnType<typeof signedInUser>>['client']['company']
let before: Awaited<ReturnType<typeof profile.get.query>>
beforeEach(async () => {
  company = await server.company()
  profile = (await signedInUser(server, company)).client.company
  before = await profile.get.query()
})

const page = async () => (await fetch(`${server.url}/fr/companies/${company.slug}`)).text()
const open = async (path: string | null) => fetch(`${server.url}${path}`)
const encode = (file: Buffer) => ({ base64: file.toString('base64') })
const refused = (message: string, path: string) => ({
  data: { code: 'invalid_request', httpStatus: 400, issues: [{ path, message }] },
})
const findThumbnail = async () => (await server.deps.companies.findThumbnails([company.id])).get(company.id)
const decode = (dataUri = '') => loadImage(Buffer.from(dataUri.split(',')[1] ?? '', 'base64'))
const listNotedFields = async () =>
  (await server.deps.auditEvents.list(company.id, undefined, 100)).events
    .filter(({ action }) => action === 'company_changed')
    .map(({ details }) => details.fields)

/** Files that are refused as a logo and as a cover, and why. */
const wrongFiles: [what: string, file: () => Buffer | Promise<Buffer>, problem: string][] = [
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG, JPEG or WebP file'],
  [
    'a PNG that says it has 30,000 × 30,000 pixels',
    () => makeBomb(30_000),
    'must be at most 6000 pixels wide and high',
  ],
  ['an animation', drawAnimation, 'must be a still picture, and this one is animated'],
  [
    'an interlaced PNG of 4,001 pixels',
    () => drawPicture({ width: 8, height: 4_001, isProgressive: true }),
    'must be at most 4000 pixels wide and high, or be saved without "progressive" or "interlaced"',
  ],
  [
    'a JPEG without a picture',
    () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
    'cannot be read: save the picture again with another program',
  ],
  [
    'a PNG that ends before its size',
    async () => (await drawPicture()).subarray(0, 18),
    'cannot be read: save the picture again with another program',
  ],
]

describe('a logo', () => {
  it('is a PNG, JPEG or WebP file of at most 256 KiB that is shown as such, and can be removed', async () => {
    const largest = Buffer.concat([logo, Buffer.alloc(256 * 1024 - logo.length)])
    for (const [type, file] of [
      ['image/png', largest],
      ['image/jpeg', await drawPicture({ type: 'jpeg' })],
      ['image/webp', await drawPicture({ type: 'webp' })],
    ] as const) {
      const { logoUrl } = await profile.setLogo.mutate(encode(file))
      const shown = await open(logoUrl)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, type])
      expect(Buffer.from(await shown.arrayBuffer()).equals(file)).toBe(true)
      expect(await page()).toContain(logoUrl)
    }
    const { logoUrl } = await profile.get.query()
    expect(await profile.removeLogo.mutate()).toStrictEqual(before)
    expect((await open(logoUrl)).status).toBe(404)
    expect(await page()).not.toContain(logoUrl)
    const tooLarge = Buffer.concat([largest, Buffer.from('x')])
    await expect(profile.setLogo.mutate(encode(tooLarge))).rejects.toMatchObject(
      refused('logo must be at most 256 KiB', 'logo'),
    )
    const notBase64 = refused('base64 must be a file in base64', 'base64')
    await expect(profile.setLogo.mutate({ base64: 'not base64!' })).rejects.toMatchObject(notBase64)
    expect(await profile.get.query()).toStrictEqual(before)
  })

  it('has a thumbnail of 80 × 80 pixels and at most 3 KB in lists, which goes with the logo', async () => {
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      await profile.setLogo.mutate(encode(await drawPicture({ type, width: 400, height: 100 })))
      const uri = await findThumbnail()
      expect(uri).toMatch(/^data:image\/webp;base64,/)
      expect(uri?.length).toBeLessThan(3000)
      expect(await decode(uri)).toMatchObject({ width: 80, height: 80 })
    }
    await profile.removeLogo.mutate()
    expect(await findThumbnail()).toBeUndefined()
  })

  it.each(wrongFiles)(
    'is refused by its bytes, and changes nothing, if it is %s',
    { tags: ['pictures'] },
    async (_what, file, problem) => {
      await expect(profile.setLogo.mutate(encode(await file()))).rejects.toMatchObject(
        refused(`logo ${problem}`, 'logo'),
      )
      expect(await profile.get.query()).toStrictEqual(before)
    },
  )

  it('is not changed after the request that uploads it has ended', async () => {
    const { pictures } = server.deps
    const isDrawing = createGate()
    let ending: AbortSignal | undefined
    // As the process that draws, it ends with its signal.
    const held: typeof pictures.draw = (_work, { signal }) => {
      ending = signal
      isDrawing.open()
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    await whileReplaced(pictures, { draw: held }, async () => {
      const aborting = new AbortController()
      const upload = profile.setLogo.mutate(encode(logo), { signal: aborting.signal })
      await isDrawing.opened
      aborting.abort()
      await expect(upload).rejects.toThrow()
      await expect.poll(() => ending?.aborted).toBe(true)
    })
    expect(await profile.get.query()).toStrictEqual(before)
  })

  it('whose thumbnail another upload at the same moment has replaced gets its own, from several processes at the same time', async () => {
    await profile.setLogo.mutate(encode(logo))
    const uri = await findThumbnail()
    await server.deps.companies.saveThumbnail(company.id, { hash: 'another', bytes: Buffer.from('another') })
    expect(await findThumbnail()).not.toBe(uri)
    await Promise.all([
      sweepThumbnails(server.deps, server.deps.background.stopping),
      sweepThumbnails(server.deps, server.deps.background.stopping),
    ])
    expect(await findThumbnail()).toBe(uri)
  })
})

describe('a cover', () => {
  it('is kept as a WebP file of 1280 × 320 pixels and at most 80 KB under its hash, and can be removed', async () => {
    const paths = new Set<string>()
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      const file = await drawPicture({ type, width: 2000, height: 900, color: `#${paths.size}0a0f0` })
      const { coverUrl } = await profile.setCover.mutate(encode(file))
      const shown = await open(coverUrl)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(shown.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(bytes.length).toBeLessThanOrEqual(80 * 1024)
      expect(await loadImage(bytes)).toMatchObject({ width: 1280, height: 320 })
      paths.add(coverUrl ?? '')
    }
    expect(paths.size).toBe(3)
    const { coverUrl } = await profile.get.query()
    expect(await profile.removeCover.mutate()).toStrictEqual(before)
    expect(await profile.removeCover.mutate()).toStrictEqual(before)
    expect((await open(coverUrl)).status).toBe(404)
    expect(await listNotedFields()).toEqual(Array(4).fill('cover'))
  })

  it.each(wrongFiles)(
    'is refused by its bytes, and changes nothing, if it is %s',
    { tags: ['pictures'] },
    async (_what, file, problem) => {
      await expect(profile.setCover.mutate(encode(await file()))).rejects.toMatchObject(
        refused(`cover ${problem}`, 'cover'),
      )
      expect(await profile.get.query()).toStrictEqual(before)
    },
  )
})
