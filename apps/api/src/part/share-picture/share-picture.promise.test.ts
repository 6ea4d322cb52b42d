import { createGate } from '@boardwalk/mongo-proxy'
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { drawSharePicture } from '../../feature/picture/share.ts'
import { whileReplaced } from '../../test/failing-store.ts'
import { useSecondServer, useServer } from '../../test/harness.ts'
import { drawPicture } from '../../test/picture.ts'
import { testSettings } from '../../test/settings.ts'
import { signedInUser } from '../../test/user.ts'

const server = useServer()
const { answerLimits } = testSettings
const behindProxy = useSecondServer(server, {
  settings: { trustProxy: 1, answerLimits: { ...answerLimits, picturesOfAddress: 1 } },
})

const readPicture = async (path: string) => {
  const answer = await fetch(new URL(path, server.url))
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, bytes, image: answer.ok ? await loadImage(bytes) : undefined }
}
const findPictureAddress = async (page: string) => {
  const html = await (await fetch(page)).text()
  const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  return address.replaceAll('&amp;', '&')
}

/** Counts the white pixels of the left and of the right half of the rows with the title. */
function countWhite(image: Image): { left: number; right: number } {
  const context = createCanvas(1200, 630).getContext('2d')
  context.drawImage(image, 0, 0)
  const count = (x: number) => {
    const { data } = context.getImageData(x, 200, 600, 240)
    let white = 0
    for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 255) white++
    return white
  }
  return { left: count(0), right: count(600) }
}

/** What pictures show that are drawn without a page. */
const shared = {
  color: '#3a3fc4',
  owner: {
    name: 'Rif',
    initial: 'R',
  },
  facts: [],
  foot: {
    board: '',
    address: 'a.example',
  },
}

describe('the picture beside a shared link', () => {
  it('is a PNG of 1200 × 630 pixels at an address that pages name and caches ask about again', async () => {
    const company = await server.company()
    const { jobUrl } = await company.boardJob()
    for (const page of [`${server.url}/en`, `${server.url}/ar/companies/${company.slug}`, jobUrl]) {
      const address = await findPictureAddress(page)
      expect(address.startsWith(`${page}/share.png?v=`)).toBe(true)
      const { answer, image } = await readPicture(address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
      expect(image).toMatchObject({ width: 1200, height: 630 })
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
      expect((await fetch(address, { headers })).status).toBe(304)
      expect((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
  })

  it('changes with the title and the logo, and not with the description', async () => {
    const company = await server.company()
    const { client } = await signedInUser(server, company)
    const job = { id: 'A', title: 'Comptable', description: '<p>Texte</p>' }
    const { jobUrl } = (await company.call('POST', '/job', { job })).body
    const seen: string[] = []
    const look = async () => {
      const address = await findPictureAddress(jobUrl)
      if (seen.at(-1) !== address) seen.push(address)
    }
    await look()
    await company.call('PUT', '/job/A', { job: { description: '<p>Autre texte</p>' } })
    await look()
    expect(seen).toHaveLength(1)
    await company.call('PUT', '/job/A', { job: { title: 'Comptable principal' } })
    await look()
    await client.company.setLogo.mutate({ base64: (await drawPicture()).toString('base64') })
    await look()
    expect(seen).toHaveLength(3)
    const files = await Promise.all(seen.map(async (address) => (await readPicture(address)).bytes.toString('base64')))
    // All three addresses show the job as it is now.
    expect(new Set(files).size).toBe(1)
  })

  it('has the title at the side where the language begins, and an Arabic one is drawn', async () => {
    const drawTitle = async (direction: 'ltr' | 'rtl', title: string) =>
      countWhite(await loadImage(await drawSharePicture({ ...shared, direction, title }, undefined)))
    expect(await drawTitle('rtl', '')).toEqual({ left: 0, right: 0 })
    const arabic = await drawTitle('rtl', 'محاسب')
    expect(arabic.left).toBe(0)
    expect(arabic.right).toBeGreaterThan(1000)
    const french = await drawTitle('ltr', 'Comptable')
    expect(french.left).toBeGreaterThan(1000)
    expect(french.right).toBe(0)
    // A title of one word that is longer than all lines ends with an ellipsis inside of the margins.
    const long = await drawTitle('ltr', 'x'.repeat(5_000))
    expect(long.right).toBeGreaterThan(1000)
  })

  it('is gone with the job: 410 after it was unpublished, 404 for one that never was', async () => {
    const company = await server.company()
    const { jobUrl } = (await company.call('POST', '/job', { job: { id: 'A', title: 'T' } })).body
    await company.call('DELETE', '/job/A')
    expect((await readPicture(`${jobUrl}/share.png`)).answer.status).toBe(410)
    expect((await readPicture(`${jobUrl.replace(/\d+$/, '999999')}/share.png`)).answer.status).toBe(404)
  })

  it('is refused to an address that waits for too many, and not to another address that waits for the same picture', async () => {
    const job = { id: 'A', title: 'A title that is drawn once' }
    const { jobUrl } = (await (await server.company()).call('POST', '/job', { job })).body
    const ask = (address: string) => {
      const path = `${new URL(jobUrl).pathname}/share.png`
      return fetch(`${behindProxy.url}${path}`, { headers: { 'x-forwarded-for': address } })
    }
    const { pictures } = behindProxy.deps
    const { draw } = pictures
    const [isHeld, goOn] = [createGate(), createGate()]
    let drawn = 0
    const held: typeof draw = async (...args) => {
      drawn++
      isHeld.open()
      await goOn.opened
      return draw(...args)
    }
    await whileReplaced(pictures, { draw: held }, async () => {
      const first = ask('192.0.2.1')
      await isHeld.opened
      const refused = await ask('192.0.2.1')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      const second = ask('192.0.2.2')
      goOn.open()
      expect([(await first).status, (await second).status, drawn]).toEqual([200, 200, 1])
      expect((await ask('192.0.2.1')).status).toBe(200)
    })
  })

  it('that cannot be drawn is a 500, and the next one is drawn', async () => {
    const job = { id: 'A', title: 'A title that has no picture yet' }
    const { jobUrl } = (await (await server.company()).call('POST', '/job', { job })).body
    const { companies } = server.deps
    const { findThumbnails } = companies
    companies.findThumbnails = async () => {
      throw new Error('the disk is broken')
    }
    expect((await readPicture(`${jobUrl}/share.png`)).answer.status).toBe(500)
    companies.findThumbnails = findThumbnails
    expect((await readPicture(`${jobUrl}/share.png`)).image).toMatchObject({ width: 1200 })
  })

  it('has the initial of the name instead of a logo that is damaged', async () => {
    const drawMark = async (logo?: Buffer) => drawSharePicture({ ...shared, direction: 'ltr', title: 'T' }, logo)
    const withInitial = await drawMark()
    expect((await drawMark(Buffer.from('no picture'))).equals(withInitial)).toBe(true)
    expect((await drawMark(await drawPicture())).equals(withInitial)).toBe(false)
  })
})
