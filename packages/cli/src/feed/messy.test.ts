import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pieces, readPieces } from '../test/reading.ts'
import xmlFaults from './fixture/xml-faults.json' with { type: 'json' }
import xmlRepairs from './fixture/xml-repairs.json' with { type: 'json' }
import { BrokenFeed } from './row.ts'
import { gunzip } from './text-source.ts'

/* Feeds as vendors write them: with mistakes that everybody else reads. */

const sizes = [1, 7, 100_000]
const xml = (...fields: string[]) => `<jobs>\n${fields.map((field) => `<job>${field}</job>\n`).join('')}</jobs>`

describe('XML', () => {
  test('reads "&" alone as text, and warns once of its place, in pieces of any size', async () => {
    const feed = xml('<id>A</id>\n<title>Finance & Audit</title>', '<id>B</id><title>R&D</title>', '<id>C&</id>')
    for (const size of sizes) {
      const { jobs, warnings, broken } = await readPieces(feed, { size })
      expect({ jobs, broken }).toEqual({
        jobs: [{ id: 'A', title: 'Finance & Audit' }, { id: 'B', title: 'R&D' }, { id: 'C&' }],
        broken: undefined,
      })
      expect(warnings).toEqual([expect.stringMatching(/^3: "&" alone, at character 16 of the line/)])
    }
  })

  test('reads the entities of HTML, but not in CDATA and comments, in pieces of any size', async () => {
    const feed = xml(
      '<id>A</id><!-- R&D &nope; --><title>&Eacute;t&eacute;&nbsp;&amp; mer &#233; &#xE9; &Afr; &lt;</title>',
      '<id>B</id><title><![CDATA[&eacute; & co ]] ]]></title><x>&eacute;</x>',
    )
    for (const size of sizes)
      expect(await readPieces(feed, { size })).toMatchObject({
        jobs: [
          { id: 'A', title: 'Été\u00a0& mer é é 𝔄 <' },
          { id: 'B', title: '&eacute; & co ]]', x: 'é' },
        ],
        warnings: [],
      })
  })

  const around = (row: string) =>
    `<source>\n<job><id>A</id></job>\n${row}\n<job><id>C</id><title><![CDATA[t]]></title></job>\n</source>`

  test.each(xmlFaults)('with $fault in a row loses that row and no other, in pieces of any size', async (known) => {
    for (const size of sizes) {
      const { rows, jobs, problems, broken } = await readPieces(around(known.row), { size })
      expect({ size, jobs, problems, broken }).toEqual({
        size,
        jobs: [{ id: 'A' }, { id: 'C', title: 't' }],
        problems: [expect.stringContaining(known.problem)],
        broken: undefined,
      })
      // An id that was read before the mistake keeps its job published.
      expect(rows.map(({ id }) => id)).toEqual(['A', known.id, 'C'])
    }
  })

  test.each(xmlRepairs)('reads $repair, and says what it has changed, in pieces of any size', async (known) => {
    for (const size of sizes) {
      const { jobs, problems, warnings } = await readPieces(around(`<job>${known.row}</job>`), { size })
      expect({ size, jobs, problems }).toEqual({
        size,
        jobs: [{ id: 'A' }, known.job, { id: 'C', title: 't' }],
        problems: [],
      })
      if (known.warning === undefined) expect(warnings).toEqual([])
      else expect(warnings[0]).toContain(known.warning)
    }
  })

  test('is cut off if its root is not closed, also behind a row with a mistake', async () => {
    for (const feed of ['<source><job><id>A</job>', '<source><job><id>A', '<source><job><id>A</id></job></sourc>'])
      expect((await readPieces(feed)).broken).toContain('ends inside an element that is not closed')
  })

  test('is read in the encoding that it declares, and as UTF-16 without a byte order mark', async () => {
    for (const [encoding, letter] of [
      ['ISO-8859-1', Buffer.from([0xe9])],
      ['windows-1252', Buffer.from([0xe9])],
      ['UTF-8', Buffer.from('é')],
      // Some write UTF-8, and declare what they have in memory.
      ['UTF-16', Buffer.from('é')],
    ] as const)
      for (const quote of ['"', "'"]) {
        const declaration = `<?xml version="1.0" encoding=${quote}${encoding}${quote}?>`
        const start = Buffer.from(`${declaration}<jobs><job><id>A</id><title>`)
        const feed = Buffer.concat([start, letter, Buffer.from('</title></job></jobs>')])
        for (const size of sizes) expect((await readPieces(feed, { size })).jobs).toEqual([{ id: 'A', title: 'é' }])
      }
    const feed = Buffer.from('<?xml version="1.0"?><jobs><job><id>A</id><title>é</title></job></jobs>', 'utf16le')
    for (const bytes of [feed, Buffer.from(feed).swap16()])
      for (const size of sizes) expect((await readPieces(bytes, { size })).jobs).toEqual([{ id: 'A', title: 'é' }])
    const klingon = Buffer.from('<?xml version="1.0" encoding="klingon"?><jobs>\xe9</jobs>', 'latin1')
    expect((await readPieces(klingon)).broken).toMatch(/declares the encoding "klingon".*--encoding windows-1252/)
  })

  test('without the element of a job names what it has instead', async () => {
    const feed = `<offres><source>x</source>${'<offre><titre>t</titre></offre>'.repeat(12)}</offres>`
    expect((await readPieces(feed)).broken).toMatch(
      /no <job> element, but 12 <offre>, 1 <source>; name it with "element"/,
    )
    const map = { element: 'offre', fields: { title: 'titre', id: 'ref' } }
    const { jobs } = await readPieces('<r><offre><ref>A</ref><titre>t</titre></offre></r>', { map })
    expect(jobs).toEqual([{ id: 'A', title: 't' }])
  })
})

describe('an encoding that is named', () => {
  test('by a page in <meta> is used', async () => {
    for (const meta of ['charset=iso-8859-1', 'http-equiv="Content-Type" content="text/html; charset=windows-1252"']) {
      const script = '<script type="application/ld+json">{"@type":"JobPosting","id":"A","title":"é"}</script>'
      const page = Buffer.from(`<!DOCTYPE html>\n<html><head><meta ${meta}>${script}</head></html>`, 'latin1')
      for (const size of sizes) expect((await readPieces(page, { size })).jobs).toMatchObject([{ id: 'A', title: 'é' }])
    }
  })

  test('is used for every format', async () => {
    const csv = Buffer.from('id;title\nA;Caf\xe9\n', 'latin1')
    expect((await readPieces(csv, { encoding: 'windows-1252' })).jobs).toEqual([{ id: 'A', title: 'Café' }])
    const json = Buffer.from('[{"id":"A","title":"Caf\xe9"}]', 'latin1')
    expect((await readPieces(json, { encoding: 'windows-1252' })).jobs).toEqual([{ id: 'A', title: 'Café' }])
    // In Shift_JIS, letters of Japanese are no UTF-8, and the byte 0xff is no letter.
    const broken = Buffer.from([...Buffer.from('id;title\nA;'), 0x93, 0xfa, ...Buffer.from('\nB;'), 0xff, 0x0a])
    expect((await readPieces(broken, { encoding: 'shift_jis', size: 100 })).broken).toMatch(/^3: is not SHIFT_JIS text/)
  })

  test('or declared gives way to bytes that are all UTF-8, with one warning, in pieces of any size', async () => {
    const csv = 'id;title\nA;Développeur – Fès\nB;سائق\n'
    const jobs = [
      { id: 'A', title: 'Développeur – Fès' },
      { id: 'B', title: 'سائق' },
    ]
    const rows = jobs.map(({ id, title }) => `<job><id>${id}</id><title>${title}</title></job>`)
    const declared = (encoding: string) =>
      `\r\n\n <?xml version="1.0" encoding="${encoding}"?>\n<jobs>${rows.join('')}</jobs>`
    for (const size of [...sizes, 65_536])
      for (const [feed, encoding] of [
        [csv, 'windows-1252'],
        [declared('windows-1252'), undefined],
        [declared('ISO-8859-1').replace('<jobs>', `<jobs>${' '.repeat(70_000)}`), undefined],
        [declared('klingon'), undefined],
      ] as const) {
        const read = await readPieces(feed, { size, ...(encoding && { encoding }) })
        expect({ size, jobs: read.jobs, broken: read.broken }).toEqual({ size, jobs, broken: undefined })
        expect(read.warnings).toEqual([expect.stringMatching(/^1: the feed .*, but its bytes are UTF-8/)])
      }
    // "à »" with a no-break space would be UTF-8 alone; the next letters show that it is not.
    const french = Buffer.from('id;title\nA;à\xa0» et là\xa0», été\n', 'latin1')
    for (const size of sizes)
      expect(await readPieces(french, { size, encoding: 'windows-1252' })).toMatchObject({
        jobs: [{ id: 'A', title: 'à\xa0» et là\xa0», été' }],
        warnings: [],
      })
    const mixed = Buffer.concat([Buffer.from(`id;title\nA;é${'x'.repeat(70_000)}\nB;`), Buffer.from([0xe9, 0x0a])])
    expect((await readPieces(mixed, { encoding: 'windows-1252', size: 1000 })).broken).toMatch(/^3: is not UTF-8 text/)
  })

  test('is not needed behind a byte order mark', async () => {
    const marked = '\ufeffid;title\nA;Café\n'
    expect((await readPieces(marked, { encoding: 'windows-1252' })).jobs).toEqual([{ id: 'A', title: 'Café' }])
  })
})

describe('JSON', () => {
  test('that is one job is a feed of one job', async () => {
    const job = { id: 'A', title: 't', city: ['Rabat'] }
    for (const indent of [0, 2])
      expect((await readPieces(JSON.stringify(job, null, indent), { format: 'json' })).jobs).toEqual([job])
  })
})

describe('a bad row', () => {
  test('is named by its number and its id where all rows are on one line', async () => {
    const { rows } = await readPieces('[{"id":"A"},{"id":"B","workMode":"home"},{"id":"A","title":"t"}]')
    expect(rows.map(({ line, row, id, problem }) => [line, row, id, problem === undefined])).toEqual([
      [1, 1, 'A', true],
      [1, 2, 'B', false],
      [1, 3, 'A', false],
    ])
    expect(rows[2]?.problem?.[0]?.message).toContain('already on row 1')
  })
})

test('a feed without a job is refused unless it may be empty', async () => {
  for (const feed of ['[]', '{"jobs": []}', '<jobs></jobs>', 'id,title\n']) {
    expect((await readPieces(feed)).broken).toContain('has no job; if that is right, add --allow-empty')
    expect((await readPieces(feed, { mayBeEmpty: true })).broken).toBeUndefined()
  }
})

describe('gzip', () => {
  test('is recognised by its first two bytes, in pieces of any size; what has one of them is not changed', async () => {
    for (const size of sizes)
      expect((await readPieces(gzipSync('id,title\nA,t\n'), { size })).jobs).toEqual([{ id: 'A', title: 't' }])
    for (const bytes of [
      [0x1f, 0x41],
      [0x41, 0x8b],
    ]) {
      const passed: number[] = []
      for await (const chunk of gunzip(pieces(Uint8Array.from(bytes), 1))) passed.push(...chunk)
      expect(passed).toEqual(bytes)
    }
  })

  test('that is cut off or broken is said in words, and so is a workbook of Excel', async () => {
    const packed = gzipSync(
      `id\n${Array.from({ length: 3000 }, (_, index) => `${index}${Math.sqrt(index)}`).join('\n')}`,
    )
    expect((await readPieces(packed.subarray(0, packed.length - 20), { format: 'csv' })).broken).toContain(
      'is not whole gzip',
    )
    for (const encoding of [undefined, 'windows-1252'])
      expect((await readPieces('PK\x03\x04\n', { size: 1, encoding })).broken).toContain('is a workbook of Excel')
  })

  test('that unpacks to more than the limit is refused before it is in memory', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    let read = 0
    const unpack = async () => {
      for await (const chunk of gunzip(pieces(bomb, 1000), 1_000_000)) read += chunk.length
    }
    await expect(unpack()).rejects.toThrow(BrokenFeed)
    expect(read).toBeLessThanOrEqual(1_000_000)
  })
})
