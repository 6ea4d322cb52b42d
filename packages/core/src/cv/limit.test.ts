import { encodeForm, makePdf } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { testSettings } from '@boardwalk/api/test/settings'
import { expect, test } from 'vitest'

const keptBytes = { keptBytesOfAddress: 5000, keptBytesOfCompany: 8000 }
const server = useServer({ settings: { trustProxy: 1, uploadLimits: { ...testSettings.uploadLimits, ...keptBytes } } })

test('the bytes of kept CVs of an address and of a company are limited in a day; after that the page asks for the file again', {
  tags: ['kept-bytes'],
}, async () => {
  const company = await server.company()
  const { jobUrl } = await company.boardJob()
  const send = async (address: string, carry = '') => {
    const body = encodeForm({ lastName: '', carry }, makePdf(2048))
    const headers = { accept: 'text/html', 'x-forwarded-for': address }
    const html = await (await fetch(`${jobUrl}/apply`, { method: 'POST', headers, body })).text()
    expect(html).toContain('value="Salma"')
    expect(html.includes('Votre CV n’est plus conservé')).toBe(!html.includes('name="keptCv"'))
    return html.includes('name="keptCv"')
  }
  const kept = []
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
    kept.push(await send(address))
  // On the way to another language, too.
  kept.push(await send('192.0.2.3', 'yes'))
  expect(kept).toEqual([true, true, false, true, false, false])
  expect(await server.storedCvs(company.id)).toEqual({ files: 3, uploads: 3 })
})
