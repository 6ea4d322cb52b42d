import { limits } from '@boardwalk/schema/limits'
import { describe, expect, test } from 'vitest'
import { type Reading, readPieces } from '../test/reading.ts'
import { type Format, findFormatByName } from './format.ts'

/** Reads a feed with a map of names. */
const read = (
  feed: string | Uint8Array,
  { names = {}, ...options }: Reading & { names?: Record<string, string | null> } = {},
) => readPieces(feed, { map: new Map(Object.entries(names)), ...options })

const two = [
  { id: 'A', title: 'Comptable', city: ['Rabat', 'Fès'], minSalary: 9000, displaySalary: true },
  { id: 'B', title: 'Chef « de » rang\n"2e"', languages: ['fr'], description: '<p>Été & <b>mer</b></p>' },
]
const csv = (delimiter: string, end = '\n') =>
  [
    ['id', 'title', 'city', 'minSalary', 'displaySalary', 'languages', 'description'],
    ['A', 'Comptable', 'Rabat|Fès', '9000', 'VRAI', '', ''],
    ['B', '"Chef « de » rang\n""2e"""', '', '', '', 'fr', '<p>Été & <b>mer</b></p>'],
  ]
    .map((cells) => cells.join(delimiter) + end)
    .join('')
const xml = `<?xml version="1.0" encoding="utf-8"?>
<source><publisher>ATS</publisher>
<job><referencenumber><![CDATA[A]]></referencenumber><title>Comptable</title><city>Rabat</city><city>Fès</city>
<minSalary> 9000 </minSalary><displaySalary>true</displaySalary></job>
<job><id>B</id><title><![CDATA[Chef « de » rang
"2e"]]></title><languages><l>fr</l></languages><description><p>Été &amp; <b>mer</b></p></description></job></source>`
const [first, second] = two
const feeds = {
  'a JSON list': JSON.stringify(two, null, 2),
  'JSON under "jobs", beside other members': JSON.stringify({ meta: { jobs: [1, 2] }, total: 2, jobs: two, more: [3] }),
  NDJSON: two.map((job) => JSON.stringify(job)).join('\n'),
  'NDJSON with CRLF and blank lines': `${JSON.stringify(first)}\r\n\r\n${JSON.stringify(second)}\r\n`,
  'CSV with commas': csv(','),
  'CSV with semicolons and CRLF': csv(';', '\r\n'),
  'CSV with tabs': csv('\t'),
  'CSV with blanks around the names of columns': csv(',').replace('id,title,city', 'id , title,\u00a0city '),
  'CSV with two columns without a name': csv(',', ',,\n'),
  'CSV with Excel’s line that names the delimiter': `sep=;\r\n${csv(';', '\r\n')}`,
  'CSV with a line that names a tab': `sep=\t\n${csv('\t')}`,
  XML: xml,
}

describe.each(Object.entries(feeds))('%s', (_name, feed) => {
  const expected = feed === xml ? [first, { ...second, description: '<p>Été &amp; <b>mer</b></p>' }] : two

  test.each([1, 7, 100_000])('is recognised by its beginning and read alike in pieces of %i bytes', async (size) => {
    const { jobs, problems, broken } = await read(feed, { size })
    expect({ jobs, problems, broken }).toEqual({ jobs: expected, problems: [], broken: undefined })
  })

  test('is read alike behind a byte order mark, and as UTF-16', async () => {
    expect((await read(`\ufeff${feed}`)).jobs).toEqual(expected)
    const utf16 = Buffer.from(`\ufeff${feed.replace('utf-8', 'utf-16')}`, 'utf16le')
    expect((await read(utf16)).jobs).toEqual(expected)
    expect((await read(utf16.swap16())).jobs).toEqual(expected)
  })

  test('that is cut off gives only rows of the whole feed, and never a changed one', async () => {
    for (const part of [0.2, 0.5, 0.8, 0.97]) {
      const { jobs } = await read(feed.slice(0, feed.length * part))
      for (const job of jobs.slice(0, -1)) expect(expected).toContainEqual(job)
    }
  })
})

test('the format of a file is known by its name, also in capitals and packed with gzip', () => {
  const names: Record<string, string[]> = {
    json: ['a.json', 'a.JSON', 'a.csv.json'],
    ndjson: ['a.ndjson', 'a.jsonl', 'a.jsonl.GZ'],
    csv: ['a.csv', 'a.tsv', 'a.csv.gz'],
    xml: ['a.xml', 'a.rss', '/feeds/jobs.xml'],
    html: ['a.html', 'a.htm'],
  }
  for (const [format, files] of Object.entries(names))
    for (const file of files) expect([file, findFormatByName(file)]).toEqual([file, format])
  for (const file of ['jobs', 'a.gz', 'json', 'a.json.txt']) expect(findFormatByName(file)).toBeUndefined()
})

test.each([
  ['CSV of one column, by the name of a field', 'id\nA\n'],
  ['CSV of one column in quotes', '"id"\n"A"\n'],
  ['NDJSON whose first row has a list of objects', '{"id":"A","steps":[{"name":"x"}]}\n{"id":"B"}\n'],
  [
    'a page without a DOCTYPE',
    '<html><script type=application/ld+json>{"@type":"JobPosting","id":"A"}</script></html>',
  ],
  [
    'a page in capitals',
    '<HTML><SCRIPT TYPE="application/ld+json">{"@type":["JobPosting","X"],"id":"A"}</SCRIPT ></HTML>',
  ],
])('is recognised by its beginning: %s', async (_what, feed) => {
  const { jobs, problems, broken } = await read(feed)
  expect({ first: jobs[0]?.id, problems, broken }).toEqual({ first: 'A', problems: [], broken: undefined })
})

describe('the delimiter of a CSV feed', () => {
  test.each([
    ['commas, though a name in quotes has more semicolons', 'id,"Salary; min; max; per year"', 'A,9'],
    ['semicolons, though a name in quotes has more commas', 'id;"Salary, min, max, per year"', 'A;9'],
    ['commas, though a name in quotes has a quote and semicolons', 'id,"Salary ""min;max;"" per year"', 'A,9'],
    ['semicolons, though a name in quotes breaks its line', 'id;"Salary\nmin, max, per year"', 'A;9'],
    ['semicolons, though the first name breaks its line', '"Salary\nmin, max, per year";id', '9;A'],
  ])('is detected outside quotes: %s', async (_name, header, row) => {
    const name = /"(.*)"/s.exec(header)?.[1]?.replaceAll('""', '"') ?? ''
    for (const size of [1, 7, 100_000]) {
      const { jobs, broken } = await read(`${header}\n${row}\n`, { format: 'csv', size })
      expect({ size, jobs, broken }).toEqual({ size, jobs: [{ id: 'A', [name]: '9' }], broken: undefined })
    }
  })
})

describe('a bad row affects no other row', () => {
  test('it is named with its line below Excel’s line that names the delimiter', async () => {
    const { problems } = await read('sep=;\nid;minSalary\nA;x\nB;1\nC;a "b" c\n', { format: 'csv' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['3', '5'])
    const { broken } = await read('sep=;\na"b;c\n', { format: 'csv' })
    expect(broken).toBe('2: has no readable line of column names')
  })

  test('it is named with its line below lines without a cell, and a row may have fewer cells than there are columns', async () => {
    const { jobs, problems } = await read('\nid,title,minSalary\n\nA,t\n\n\nB\nC,t,x\n', { format: 'csv' })
    expect(jobs).toEqual([{ id: 'A', title: 't' }, { id: 'B' }])
    expect(problems).toEqual([expect.stringMatching(/^8: minSalary/)])
  })

  test.each([
    ['json', '[\n{"id":"Été 🙂"},\n{"id":"Été"},\n{\n"id":"B",\n"minSalary":"x"}]'],
    ['ndjson', '{"id":"Été 🙂"}\n{"id":"Été"}\n\n{"id":"B","minSalary":"x"}\n'],
    ['csv', 'id,minSalary\nÉté 🙂,\nÉté,\nB,x\n'],
    ['xml', '<jobs>\n<job><id>Été 🙂</id></job>\n\n<job><id>B</id><minSalary>x</minSalary></job></jobs>'],
  ] as const)(
    'it is named with its line in %s below letters of several bytes, in whatever pieces they come',
    async (format, feed) => {
      for (const size of [1, 5, 16, 30, 100_000])
        expect([size, (await read(feed, { format, size })).problems]).toEqual([
          size,
          [expect.stringMatching(/^4: minSalary/)],
        ])
    },
  )

  test('a cell below a column without a name is no field', async () => {
    const { jobs, problems } = await read('id,title,\nA,t, \nB,t,over\n', { format: 'csv' })
    expect(jobs).toEqual([{ id: 'A', title: 't' }])
    expect(problems).toEqual([expect.stringContaining('3: cell 3 has no column name above it')])
  })

  test('it is named with the line of its script in a page; a script that is no JSON ends the feed', async () => {
    const script = (job: string) => `<html>\n\n<script type="application/ld+json">${job}</script>`
    const { problems } = await read(script('{"@type":"JobPosting","id":"A","minSalary":"x"}'))
    expect(problems).toEqual([expect.stringMatching(/^3: minSalary/)])
    expect((await read(script('{"@type":'))).broken).toMatch(/^3: has JSON-LD that is not JSON/)
    expect((await read('<html></html>')).broken).toContain('is a page without a JobPosting')
  })

  test('a list or a text among the jobs is no job', async () => {
    const { jobs, problems } = await read('[{"id":"A"},[{"id":"B"}],"C",null,{"id":"D"}]')
    expect(jobs).toEqual([{ id: 'A' }, { id: 'D' }])
    expect(problems).toEqual(Array(3).fill(expect.stringContaining('a job must be an object')))
  })

  test.each<[Format, string, string]>([
    ['json', '[\n{"id":"A","title":"t"},\n{"id":"B","minSalary":"x"},\n7,\n{"id":"C"}]', '3 4'],
    ['ndjson', '{"id":"A"}\n{"id":"B","minSalary":"x"}\n{"id":\n{"id":"C"}', '2 3'],
    ['csv', 'id,title,minSalary\nA,"t\nt",1\nB,t,x\nB2,a "b" c,1\nB3,t,1,over\nC,t,2\n', '4 5 6'],
    [
      'xml',
      '<jobs>\n<job><id>A</id></job>\n<job><id>B</id><minSalary>x</minSalary></job>\n<job><id>C</id></job></jobs>',
      '3',
    ],
  ])('%s: it is named with its line', async (format, feed, lines) => {
    const { jobs, rows, broken } = await read(feed, { format })
    const bad = rows.filter(({ problem }) => problem !== undefined)
    expect({ ids: jobs.map(({ id }) => id), lines: bad.map(({ line }) => line).join(' '), broken }).toEqual({
      ids: ['A', 'C'],
      lines,
      broken: undefined,
    })
  })

  test('it is reported with field, value and what is accepted', async () => {
    const { rows } = await read('id,contractType\nA,cdi\n')
    expect(rows[0]?.problem).toEqual([
      { field: 'contractType', value: '"cdi"', message: expect.stringMatching(/must be one of CDI, .*mean "CDI"/) },
    ])
    const others = await read('[{"id":"A","minSalary":2,"maxSalary":1},{"id":"B","ref.no":1e400}]')
    expect(others.rows.map(({ problem }) => problem)).toMatchObject([
      [{ field: 'minSalary', value: '2', message: 'minSalary (2) must be at most maxSalary (1)' }],
      [{ field: 'ref.no', value: 'Infinity' }],
    ])
  })

  test.each([
    ['no id', '{"title":"t"}', 'Job ID is required'],
    ['an id that is no text', '{"id":7}', 'id must be a text, not 7'],
    [
      'a minimum over its maximum',
      '{"id":"A","minSalary":2,"maxSalary":1}',
      'minSalary (2) must be at most maxSalary (1)',
    ],
    ['extra fields over the limit', `{"id":"A","x":"${'x'.repeat(70_000)}"}`, 'at most 65536 bytes'],
    ['a line without end', `{"id":"A","x":"${'x'.repeat(3_000_000)}"}`, 'over 1048576 characters'],
    [
      'an id for the second time',
      '{"id":"A"}\n{"id":"A","title":"t"}',
      '2: id "A" is already on line 1, with other fields',
    ],
  ])('%s', async (_name, feed, message) => {
    const { problems } = await read(feed, { format: 'ndjson', size: 60_000 })
    expect(problems).toEqual([expect.stringContaining(message)])
  })
})

test('a row with the id and the fields of an earlier one is no job and no mistake, in whatever order its fields come', async () => {
  const names = { Ref: 'id' }
  const { rows } = await read('Ref;title;city\nA;t;Rabat\nB;t;\nA;t;Rabat\nA;t;Fès\nA;t;Rabat\n', { names })
  const told = rows.map(({ line, id, job, problem }) => [line, id, job !== undefined, problem?.[0]?.message])
  expect(told).toEqual([
    [2, 'A', true, undefined],
    [3, 'B', true, undefined],
    [4, 'A', false, undefined],
    [5, 'A', false, expect.stringContaining('already on line 2')],
    [6, 'A', false, undefined],
  ])
  const { jobs, problems } = await read(
    '[{"id":"A","title":"t","x":1},{"x":1,"title":"t","id":"A"},{"id":"A","x":"1"}]',
  )
  expect({ jobs, problems }).toEqual({
    jobs: [{ id: 'A', title: 't', x: 1 }],
    problems: [expect.stringContaining('already on row 1')],
  })
})

test('a line of NDJSON that is too long is refused alone, in whatever pieces it comes', async () => {
  const feed = `{"id":"A"}\n{"id":"B","x":"${'x'.repeat(2_000_000)}"}\n{"id":"C"}\n{"id":"D"}\n`
  for (const size of [60_000, 3_000_000]) {
    const { jobs, problems } = await read(feed, { format: 'ndjson', size })
    expect(jobs.map(({ id }) => id)).toEqual(['A', 'C', 'D'])
    expect(problems).toEqual([expect.stringContaining('2: the line is over 1048576 characters')])
  }
})

test('a line of NDJSON may have 1,048,576 characters, and not one more', async () => {
  const line = (length: number) => `{"id":"A","title":"t"}`.padEnd(length)
  for (const end of ['\n', '']) {
    const feed = (length: number) => `${line(length)}${end}`
    expect((await read(feed(1_048_576), { format: 'ndjson', size: 60_000 })).jobs).toHaveLength(1)
    expect((await read(feed(1_048_577), { format: 'ndjson', size: 60_000 })).jobs).toEqual([])
  }
})

test('the extra fields of a row may have as many bytes as the board takes, and not one more', async () => {
  const row = (bytes: number) => JSON.stringify({ id: 'A', x: 'x'.repeat(bytes - '{"x":""}'.length) })
  const readRow = (bytes: number) => read(row(bytes), { format: 'ndjson', size: 60_000 })
  expect((await readRow(limits.extraBytes)).problems).toEqual([])
  const tooMany = [expect.stringContaining(`must have at most ${limits.extraBytes} bytes of extra fields`)]
  expect((await readRow(limits.extraBytes + 1)).problems).toEqual(tooMany)
  // Letters of two bytes each.
  const letters = (limits.extraBytes - '{"x":""}'.length) / 2
  const rows = [letters, letters + 1].map((length, index) => ({ id: `${index}`, x: 'é'.repeat(length) }))
  const { jobs, problems } = await read(JSON.stringify(rows))
  expect({ jobs, problems }).toEqual({ jobs: rows.slice(0, 1), problems: tooMany })
})

describe('what no feed may do', () => {
  test.each<[string, Format, string, string]>([
    ['be empty JSON', 'json', ' ', 'is empty'],
    ['be empty CSV', 'csv', '', 'is empty'],
    ['be empty XML', 'xml', '\n', 'is empty'],
    ['be blank CSV', 'csv', ' \n\n', 'is empty'],
    ['be a page without end', 'html', `<html>${' '.repeat(33 * 1024 ** 2)}`, 'is a page of over 33554432 characters'],
    [
      'nest the jobs of a page without end',
      'html',
      `<script type="application/ld+json">${'['.repeat(21)}{"@type":"JobPosting"}${']'.repeat(21)}</script>`,
      'is a page without a JobPosting',
    ],
    ['be one job over 1 MiB', 'json', `{"id":"A","x":"${'x'.repeat(1_100_000)}"}`, 'has no list named "jobs", but the'],
    ['be an object without jobs', 'json', '{"offers":[{"id":"A"}]}', 'has no list named "jobs"'],
    ['end inside JSON', 'json', '[{"id":"A"}', 'is not JSON'],
    ['go on after its JSON', 'json', '[{"id":"A"}] x', 'is not JSON'],
    ['end inside XML', 'xml', '<source><job><id>A</id></job>', 'inside an element that is not closed'],
    ['mix up its elements', 'xml', '<source><job><id>A</job></source>', 'is not XML'],
    ['bring a DOCTYPE', 'xml', '<!DOCTYPE s [<!ENTITY a "aaaa">]><s><job><id>&a;</id></job></s>', 'has a DOCTYPE'],
    ['use an entity of its own', 'xml', '<source><job><id>&secret;</id></job></source>', 'has the entity &secret;'],
    ['nest without end', 'xml', '<a>'.repeat(1000), 'nested over 100 levels'],
    ['leave a quote open', 'csv', 'id,title\nA,"t\nB,t\n', 'inside quotes'],
    ['swallow the rest by an open quote', 'csv', `id,title\nA,"${'t\n'.repeat(600_000)}`, 'over 1 MiB'],
    ['name a column twice', 'csv', 'id,title,id\nA,t,B', 'two columns named "id"'],
  ])('%s', async (_name, format, feed, message) => {
    const { broken } = await read(feed, { format, size: 60_000 })
    expect(broken).toContain(message)
  })

  test('be in another encoding, or end inside a letter: the line is named, in whatever pieces it comes', async () => {
    const feed = Buffer.concat([Buffer.from('id;title\nA;Été\nB;Caf'), Buffer.from([0xe9]), Buffer.from(';x\nC;t\n')])
    for (let size = 1; size <= feed.length; size++) {
      expect({ size, ...(await read(feed, { size })) }).toMatchObject({
        size,
        broken: expect.stringMatching(/^3: is not UTF-8/),
      })
      const half = Buffer.from('id;title\nA;t\nB;Café').subarray(0, -1)
      expect((await read(half, { size })).broken).toMatch(/^3: is not UTF-8/)
    }
  })

  test('be in another encoding: the rows of the same piece are not read', async () => {
    const { broken, rows } = await read(Buffer.from('id;title\nA;t\nB;Caf\xe9\n', 'latin1'), { size: 100 })
    expect(broken).toMatch(/^3: is not UTF-8/)
    expect(rows).toEqual([])
  })

  test('be of a kind that nobody knows', async () => {
    expect((await read('hello')).broken).toContain('name one with --format')
    expect((await read(' \n ')).broken).toContain('is empty')
  })
})

describe('the fields of a row', () => {
  test('keep unknown names of any kind, and a name that resembles a known one is reported once', async () => {
    const feed = '{"id":"A","Title":"x","__proto__":{"a":1},"ref.no":1}\n{"id":"B","Title":"y"}'
    const { jobs, nearMisses, extra } = await read(feed)
    expect(Object.entries(jobs[0] ?? {})).toEqual(Object.entries(JSON.parse(feed.split('\n')[0] ?? '')))
    expect(nearMisses).toEqual(['Title → title'])
    expect(extra).toEqual(['__proto__', 'ref.no'])
    expect((await read(`[${feed.replace('\n', ',')}]`)).jobs).toEqual(jobs)
  })

  test('are told of up to 1,000 unknown names, however many a feed has', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => [`x${index}`, 1])
    expect((await read(JSON.stringify([{ id: 'A', ...Object.fromEntries(names) }]))).extra).toHaveLength(1_000)
  })

  test('of an Indeed feed are kept, and none is reported as a misspelt name', async () => {
    const names = [
      'date',
      'url',
      'company',
      'state',
      'postalcode',
      'salary',
      'education',
      'jobtype',
      'category',
      'experience',
    ]
    const elements = names.map((name) => `<${name}><![CDATA[x & ${name}]]></${name}>`)
    const { jobs, nearMisses, extra } = await read(
      `<source><publisher>ATS</publisher><job><referencenumber>A</referencenumber>${elements.join('')}</job></source>`,
    )
    expect(jobs).toEqual([{ id: 'A', ...Object.fromEntries(names.map((name) => [name, `x & ${name}`])) }])
    expect({ nearMisses, extra }).toEqual({ nearMisses: [], extra: names })
  })

  test('are renamed and dropped by the map; two for one field are refused', async () => {
    const names = { Ref: 'id', Poste: 'title', Notes: null }
    expect((await read('Ref;Poste;Notes\nA;t;n\n', { names })).jobs).toEqual([{ id: 'A', title: 't' }])
    expect((await read('Ref,id\nA,B\n', { names })).problems).toEqual(['2: id is given twice, once as "id"'])
  })

  test.each<[string, string, unknown]>([
    ...['true', '1', 'yes', 'OUI', 'vrai'].map((word): [string, string, boolean] => ['displaySalary', word, true]),
    ...['false', '0', 'no', 'Non', 'faux'].map((word): [string, string, boolean] => ['displaySalary', word, false]),
    ['minExperience', '1.5', 1.5],
    ['minExperience', '+2', 2],
    ['recruitmentProcess', 'RH | Test |', ['RH', 'Test']],
    ['benefits', 'Mutuelle', 'Mutuelle'],
    ['id', '0042', '0042'],
    ['costCentre', '0042', '0042'],
  ])('%s: the cell "%s" is converted to the type in the schema', async (name, cell, value) => {
    const { jobs } = await read(`id,title,${name === 'id' ? 'x' : name}\n${name === 'id' ? cell : 'A'},t,${cell}\n`)
    expect(jobs[0]?.[name]).toEqual(value)
  })

  test('a cell of blanks is an absent field', async () => {
    const { jobs, problems } = await read('id;title;city;minSalary\nA; ;\t; \n')
    expect({ jobs, problems }).toEqual({ jobs: [{ id: 'A' }], problems: [] })
  })

  test('an empty element is an absent field, and blanks around a text are no part of it', async () => {
    const feed =
      '<jobs><job><id>\nA\n</id><title> t </title><city></city><benefits><b> </b></benefits><x/></job></jobs>'
    expect((await read(feed)).jobs).toEqual([{ id: 'A', title: 't', benefits: [''] }])
  })

  test('keep the attributes of their HTML, also one with a quote in it', async () => {
    const link = `<a href="https://example.com/?a=1&amp;b=2" title='the "best" &lt;jobs>'>t</a>`
    const { jobs } = await read(`<jobs><job><id>A</id><description>${link}</description></job></jobs>`)
    const kept = '<a href="https://example.com/?a=1&amp;b=2" title="the &quot;best&quot; &lt;jobs&gt;">t</a>'
    expect(jobs).toEqual([{ id: 'A', description: kept }])
  })

  test('keep an element without an end tag, HTML in CDATA beside other HTML, and the elements of a list alone', async () => {
    const html = 'a &amp; &lt;b><br/>c <p>d</p><![CDATA[<b>e</b>]]>'
    const list = '<languages><l>fr</l>, <l>en</l></languages>'
    const { jobs } = await read(`<jobs><job><id>A</id><description>${html}</description>${list}</job></jobs>`)
    expect(jobs).toEqual([{ id: 'A', description: 'a &amp; &lt;b&gt;<br>c <p>d</p><b>e</b>', languages: ['fr', 'en'] }])
  })

  test('keep the id of a row that has a reference number too', async () => {
    const { jobs } = await read('<jobs><job><referencenumber>7</referencenumber><id>A</id></job></jobs>')
    expect(jobs).toEqual([{ id: 'A', referencenumber: '7' }])
  })

  test('a number that could be read in two ways is refused', async () => {
    expect((await read('id;minSalary\nA;12,500\nB;.5\nC;+\n')).problems).toEqual(
      ['12,500', '.5', '+'].map((cell, row) => `${row + 2}: minSalary must be a number from 0, not "${cell}"`),
    )
  })
})
