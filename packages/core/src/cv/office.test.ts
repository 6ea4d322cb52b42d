import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { docxTypes, makeDocx, makeOdt } from '@boardwalk/api/test/office'
import { CV_TYPES } from '@boardwalk/schema/application'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { examineCv } from './check.ts'
import { createCvFile } from './upload.ts'

const examine = (bytes: Buffer, types = CV_TYPES.slice()) => examineCv(createCvFile('cv', bytes), types)

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ole = (text: string) => Buffer.concat([OLE, Buffer.alloc(600), Buffer.from(text, 'utf16le')])
const typesWith = (type: string) =>
  docxTypes.replace('<Default', `<Override PartName="/x" ContentType="${type}"/><Default`)

/** Overwrites bytes after the mark of each entry of the central directory of an archive. */
function patch(archive: Buffer, offset: number, bytes: number[]): Buffer {
  const mark = 'PK\x01\x02'
  const patched = Buffer.from(archive)
  for (let at = patched.indexOf(mark, 0, 'latin1'); at !== -1; at = patched.indexOf(mark, at + 1, 'latin1'))
    patched.set(bytes, at + offset)
  return patched
}

describe('a document of Word or OpenDocument', { tags: ['office-files'] }, () => {
  it('is a CV of its own type, if the board takes the type', async () => {
    const [docx, odt] = [makeDocx(), makeOdt()]
    expect([await examine(docx), await examine(odt)]).toEqual([{ type: 'docx' }, { type: 'odt' }])
    const picture = { 'word/media/image1.png': randomBytes(50_000), 'docProps/thumbnail.emf': Buffer.alloc(900_000) }
    expect(await examine(makeDocx(picture))).toEqual({ type: 'docx' })
    expect(await examine(makeDocx({ '[Content_Types].xml': docxTypes.replaceAll('"', "'") }))).toEqual({ type: 'docx' })
    expect([await examine(docx, ['pdf']), await examine(docx, ['pdf', 'odt'])]).toEqual(
      Array(2).fill({ fault: 'otherType' }),
    )
  })

  it('is none if it is another archive, or another document', async () => {
    const sheet = typesWith('').replaceAll('wordprocessingml.document', 'spreadsheetml.sheet')
    for (const archive of [
      Buffer.from(zipSync({ 'cv.docx': makeDocx() })),
      Buffer.from(zipSync({ mimetype: [Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] })),
      makeDocx({ '[Content_Types].xml': sheet }),
      // Programs differ in what this is.
      makeOdt({ '[Content_Types].xml': docxTypes }),
      ole('WordDocument'),
    ])
      expect(await examine(archive)).toEqual({ fault: 'otherType' })
  })

  it('with macros, or with a program in it, is refused, whatever the names of its parts', async () => {
    for (const file of [
      makeDocx({ 'word/vbaProject.bin': 'x' }),
      makeDocx({ 'WORD/VBAPROJECT.BIN': 'x' }),
      makeDocx({ 'word/settings.xml': OLE }),
      makeDocx({ 'word/activeX/activeX1.xml': '<x/>' }),
      makeDocx({ '[Content_Types].xml': typesWith('application/vnd.ms-word.document.macroEnabled.main+xml') }),
      makeDocx({ '[Content_Types].xml': typesWith('application/vnd.ms-office.vbaProject') }),
      makeOdt({ 'Basic/Standard/Module1.xml': '<x/>' }),
      makeOdt({ 'Scripts/python/a.py': 'x' }),
      makeOdt({ 'ObjectReplacements/a': OLE }),
    ])
      expect(await examine(file)).toEqual({ fault: 'macros' })
    const hidden = typesWith('application/vnd.ms-word.document.macro&#69;nabled.main+xml')
    expect(await examine(makeDocx({ '[Content_Types].xml': hidden }))).toEqual({ fault: 'damaged' })
  })

  it('that asks for a password is locked', async () => {
    const manifest = '<manifest:encryption-data manifest:checksum="x"/>'
    for (const file of [
      ole('EncryptedPackage'),
      makeOdt({ 'META-INF/manifest.xml': manifest }),
      makeOdt({ 'META-INF/manifest.xml': '<manifest:file-entry manifest:full-path="encrypted-package"/>' }),
      // The flag of an encrypted entry.
      patch(makeDocx(), 8, [1, 0]),
    ])
      expect(await examine(file)).toEqual({ fault: 'locked' })
  })

  it('that unpacks to too much, or to more than it says, is refused before all of it is unpacked', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`word/${index}.xml`, 'x']))
    const large = makeDocx({ 'word/media/a.bmp': Buffer.alloc(70 * 1024 * 1024) })
    const small = makeDocx({ 'word/a.xml': Buffer.alloc(100_000) })
    // The declared sizes of the central directory: 1,000 bytes each.
    const lying = patch(small, 24, [0xe8, 3, 0, 0])
    for (const file of [makeDocx(many), large, lying]) expect(await examine(file)).toEqual({ fault: 'damaged' })
    expect(await examine(small)).toEqual({ type: 'docx' })
  })

  it('that is cut off or changed is damaged, and one that the server cannot read is not the applicant’s fault', async () => {
    const docx = makeDocx({ 'word/media/a.png': randomBytes(5000) })
    const cut = [
      docx.subarray(0, 3000),
      docx.subarray(0, -10),
      Buffer.concat([docx.subarray(0, 40), docx.subarray(60)]),
    ]
    for (const file of [...cut, Buffer.from('PK\x03\x04'), makeDocx({ '../evil.xml': 'x' })])
      expect(await examine(file)).toEqual({ fault: 'damaged' })
    const failing = new Readable({ read: () => failing.destroy(Object.assign(new Error('disk'), { code: 'EIO' })) })
    const { bytes, head } = createCvFile('cv', docx)
    await expect(examineCv({ bytes, head, open: () => failing }, CV_TYPES)).rejects.toThrow('disk')
  })
})
