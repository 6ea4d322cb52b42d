import { limits } from '@boardwalk/schema/limits'
import { describe, expect, test } from 'vitest'
import { type Reading, readPieces } from '../test/reading.ts'
import feeds from './fixture/feeds.json' with { type: 'json' }
import jsonLd from './fixture/json-ld.json' with { type: 'json' }
import { type Format, findFormatByName } from './format.ts'

/** Reads a feed with a map of names. */
const read = (
  feed: string | Uint8Array,
  { names = {}, ...options }: Reading & { names?: Record<string, string | null> } = {},
) => readPieces(feed, { map: new Map(Object.entries(names)), ...options })

/** The same two jobs in every format, and in every way of writing CSV and NDJSON that is usual. */
test.each(feeds)(
  '$name is recognised by its beginning and read alike in pieces of any size, behind a byte order mark and as UTF-16; cut off, it gives no changed row',
  async ({ feed, jobs: expected }) => {
    for (const size of [1, 7, 100_000]) {
      const { jobs, problems, broken } = await read(feed, { size })
      expect({ size, jobs, problems, broken }).toEqual({ size, jobs: expected, problems: [], broken: undefined })
    }
    const utf16 = Buffer.from(`\ufeff${feed.replace('utf-8', 'utf-16')}`, 'utf16le')
    expect((await read(`\ufeff${feed}`)).jobs).toEqual(expected)
    expect((await read(utf16)).jobs).toEqual(expected)
    expect((await read(utf16.swap16())).jobs).toEqual(expected)
    for (const part of [0.2, 0.5, 0.8, 0.97]) {
      const { jobs } = await read(feed.slice(0, feed.length * part))
      for (const job of jobs.slice(0, -1)) expect(expected).toContainEqual(job)
    }
  },
)

test('the format of a file is known by its name, also in capitals and packed with gzip', () => {
  const formats = { 'a.csv.json': 'json', 'a.jsonl.GZ': 'ndjson', 'a.tsv': 'csv', '/jobs.rss': 'xml', 'a.htm': 'html' }
  for (const [file, format] of Object.entries(formats)) expect([file, findFormatByName(file)]).toEqual([file, format])
  for (const file of ['jobs', 'a.gz', 'json', 'a.json.txt']) expect(findFormatByName(file)).toBeUndefined()
})

test('a feed of one column or of lists, and a page in capitals or without a DOCTYPE, are recognised by their beginning', async () => {
  for (const feed of [
    'id\nA\n',
    '"id"\n"A"\n',
    '{"id":"A","steps":[{"name":"x"}]}\n{"id":"B"}\n',
    '<html><script type=application/ld+json>{"@type":"JobPosting","id":"A"}</script></html>',
    '<HTML><SCRIPT TYPE="application/ld+json">{"@type":["JobPosting","X"],"id":"A"}</SCRIPT ></HTML>',
  ]) {
    const { jobs, problems, broken } = await read(feed)
    expect({ feed, id: jobs[0]?.id, problems, broken }).toEqual({ feed, id: 'A', problems: [], broken: undefined })
  }
})

describe('a bad row affects no other row', () => {
  test('it is named with its line below lines without a cell and below Excel’s line that names the delimiter', async () => {
    const { jobs, problems } = await read('\nid,title,minSalary\n\nA,t\n\n\nB\nC,t,x\n', { format: 'csv' })
    expect(jobs).toEqual([{ id: 'A', title: 't' }, { id: 'B' }])
    expect(problems).toEqual([expect.stringMatching(/^8: minSalary/)])
    const excel = await read('sep=;\nid;minSalary\nA;x\nB;1\nC;a "b" c\n', { format: 'csv' })
    expect(excel.problems.map((problem) => problem.split(':')[0])).toEqual(['3', '5'])
  })

  test('it is named with its line in each format, below letters of several bytes, in whatever pieces they come', async () => {
    const wrong: [Format, string, string][] = [
      ['json', '[\n{"id":"Été 🙂"},\n{"id":"B","minSalary":"x"},\n7,\n{"id":"C"}]', '3 4'],
      ['ndjson', '{"id":"Été 🙂"}\n\n{"id":"B","minSalary":"x"}\n{"id":\n{"id":"C"}', '3 4'],
      ['csv', 'id,title,minSalary\nÉté 🙂,"t\nt",1\nB,t,x\nB2,a "b" c,1\nB3,t,1,over\nC,t,2\n', '4 5 6'],
      ['csv', 'id,title\nÉté 🙂,t\nB,"a" b\nC,t\n', '3'],
      // CRLF in a cell is one line end.
      ['csv', 'id,title\r\nÉté 🙂,"t\r\n\r\nt"\r\nB,a "b" c\r\nB2,t,over\r\n,\r\nC,t', '5 6'],
      [
        'xml',
        '<jobs>\n<job><id>Été 🙂</id></job>\n\n<job><id>B</id><minSalary>x</minSalary></job>\n<job><id>C</id></job></jobs>',
        '4',
      ],
    ]
    for (const [format, feed, lines] of wrong)
      for (const size of [1, 5, 16, 30, 100_000]) {
        const { jobs, rows, broken } = await read(feed, { format, size })
        const bad = rows.filter(({ problem }) => problem !== undefined).map(({ line }) => line)
        const ids = jobs.map(({ id }) => id)
        expect([format, size, ids, bad.join(' '), broken]).toEqual([format, size, ['Été 🙂', 'C'], lines, undefined])
      }
  })

  test('a cell below a column without a name is no field', async () => {
    const { jobs, problems } = await read('id,title,\nA,t, \nB,t,over\n', { format: 'csv' })
    expect(jobs).toEqual([{ id: 'A', title: 't' }])
    expect(problems).toEqual([expect.stringContaining('3: cell 3 has no column name above it')])
  })

  test('it is named with the line of its script in a page; a script that is no JSON is a bad row if it names a job', async () => {
    const script = (job: string) => `<html>\n\n<script type="application/ld+json">${job}</script>`
    const { problems } = await read(script('{"@type":"JobPosting","id":"A","minSalary":"x"}'))
    expect(problems).toEqual([expect.stringMatching(/^3: minSalary/)])
    const good = '<script type="application/ld&#x2B;json">{"@type":"JobPosting","id":"A"}</script>'
    const hidden = `<!-- ${good} --><script>"${good.replace('</script>', '')}"</script>`
    for (const [source, problems, warnings] of [
      ['{"@type":"JobPosting",\n"a":"b "c""}', [/^3: .*: line 4, character 9: "c" \(U\+0063\)/], []],
      ['{"@type":"Breadcrumb', [], [/^3: .* line 3, character 56: .*; it names no JobPosting, so it is left out/]],
    ] as const) {
      const page = await read(script(source) + hidden + good)
      expect(page.jobs.map(({ id }) => id)).toEqual(['A'])
      expect(page.problems).toEqual(problems.map((words) => expect.stringMatching(words)))
      expect(page.warnings).toEqual(warnings.map((words) => expect.stringMatching(words)))
    }
    expect((await read(`<html>${hidden}</html>`)).broken).toMatch(/is a web page, not a feed: it has no JobPosting/)
  })

  test.each(jsonLd)('JSON-LD $written is read as browsers and search engines read it', async ({ source, title }) => {
    const { jobs, problems, warnings } = await read(`<html><script type="application/ld+json">${source}</script>`)
    expect({ jobs, problems, warnings }).toMatchObject({ jobs: [{ id: 'A', title }], problems: [], warnings: [] })
  })

  test('no id, a minimum over its maximum, too many extra fields, an id twice: each is said in words', async () => {
    for (const [feed, message] of [
      ['{"title":"t"}', 'Job ID is required'],
      ['{"id":true}', 'id must be a text, not true'],
      ['{"id":"A","minSalary":2,"maxSalary":1}', 'minSalary (2) must be at most maxSalary (1)'],
      [`{"id":"A","x":"${'x'.repeat(70_000)}"}`, 'at most 65536 bytes'],
      ['{"id":"A"}\n{"id":"A","title":"t"}', '2: id "A" is already on line 1, with other fields'],
    ] as const) {
      const { problems } = await read(feed, { format: 'ndjson', size: 60_000 })
      expect(problems).toEqual([expect.stringContaining(message)])
    }
    // A maximum of 0 is none.
    const { jobs } = await read('{"id":"A","minSalary":9000,"maxSalary":0}', { format: 'ndjson' })
    expect(jobs).toEqual([{ id: 'A', minSalary: 9000, maxSalary: 0 }])
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

test('the extra fields of a row may have as many bytes as the board takes, and not one more', async () => {
  const row = (bytes: number) => JSON.stringify({ id: 'A', x: 'x'.repeat(bytes - '{"x":""}'.length) })
  const readRow = (bytes: number) => read(row(bytes), { format: 'ndjson', size: 60_000 })
  expect((await readRow(limits.extraBytes)).problems).toEqual([])
  const tooMany = [expect.stringContaining(`must have at most ${limits.extraBytes} bytes of extra fields`)]
  expect((await readRow(limits.extraBytes + 1)).problems).toEqual(tooMany)
})

describe('a feed is refused, and makes the command run, fetch and resolve nothing, if it', { tags: ['feeds'] }, () => {
  test('is empty, endless, nested without end, cut off or mixed up, or brings entities of its own', async () => {
    const feeds: [Format, string, string][] = [
      ['json', ' ', 'is empty'],
      ['csv', ' \n\n', 'is empty'],
      ['xml', '\n', 'is empty'],
      ['html', `<html>${' '.repeat(33 * 1024 ** 2)}`, 'is a page of over 33554432 characters'],
      [
        'html',
        `<script type="application/ld+json">${'['.repeat(21)}{"@type":"JobPosting"}${']'.repeat(21)}</script>`,
        'is a web page, not a feed: it has no JobPosting',
      ],
      ['json', `{"id":"A","x":"${'x'.repeat(1_100_000)}"}`, 'has no list named "jobs", but the'],
      ['json', '[{"id":"A"}', 'is not JSON'],
      ['json', '[{"id":"A"}] x', 'is not JSON'],
      ['json', '{"id":"A"}\n{"id":"B"}\n', 'add --format ndjson'],
      ['json', `[{"id":"A","x":"${' '.repeat(34_000_000)}`, 'a row over'],
      ['xml', '<source><job><id>A</id></job>', 'inside an element that is not closed'],
      ['xml', '<?xml version="1.0">\n<!-- > -->\n<!DOCTYPE html PUBLIC "x"><html/>', 'is a web page, not a feed'],
      ['csv', '\n<HTML lang="fr">', 'is a web page, not a feed'],
      ['csv', '<p>Login</p>\n', 'is not CSV: it begins with "<p>'],
      ['ndjson', '{"id":"A"}\n{"id":"B', '2: ends in the middle of a row'],
      ['json', '<head>', 'is a web page, not a feed'],
      ['xml', '{"error": "not found"}', 'is not XML: it begins with "{'],
      ['xml', '<!DOCTYPE s [<!ENTITY a "aaaa">]><s><job><id>&a;</id></job></s>', 'has a DOCTYPE'],
      ['xml', '<a>'.repeat(1000), 'nested over 100 levels'],
      ['csv', 'id,title\nA,"t\nB,t\n', 'inside quotes'],
      ['csv', `id,title\nA,"${'t\n'.repeat(600_000)}`, 'over 1 MiB'],
      ['csv', 'id,title,id\nA,t,B', 'two columns named "id"'],
    ]
    for (const [format, feed, message] of feeds)
      expect((await read(feed, { format, size: 60_000 })).broken).toContain(message)
    expect((await read('hello')).broken).toContain('name one with --format')
  })

  test('is in another encoding, or ends inside a letter: the line is named, in whatever pieces it comes', async () => {
    const feed = Buffer.concat([Buffer.from('id;title\nA;Été\nB;Caf'), Buffer.from([0xe9]), Buffer.from(';x\nC;t\n')])
    for (let size = 1; size <= feed.length; size++) {
      expect({ size, ...(await read(feed, { size })) }).toMatchObject({
        size,
        broken: expect.stringMatching(/^3: is not UTF-8/),
      })
      const half = Buffer.from('id;title\nA;t\nB;Café').subarray(0, -1)
      expect((await read(half, { size })).broken).toMatch(/^3: ends inside a letter, so it is cut off/)
    }
  })
})

describe('the fields of a row', () => {
  test('keep unknown names of any kind, and a name that resembles a known one is reported once', async () => {
    const feed = '{"id":"A","Title":"x","__proto__":{"a":1},"ref.no":1,"closesAt":"2030-01-01"}\n{"id":"B","Title":"y"}'
    const { jobs, nearMisses, extra } = await read(feed)
    expect(Object.entries(jobs[0] ?? {})).toEqual(Object.entries(JSON.parse(feed.split('\n')[0] ?? '')))
    expect(nearMisses).toEqual(['Title → title', 'closesAt → boardwalk.closesAt'])
    expect(extra).toEqual(['__proto__', 'ref.no'])
    expect((await read(`[${feed.replace('\n', ',')}]`)).jobs).toEqual(jobs)
  })

  test('of an Indeed feed are kept, and none is reported as a misspelt name', async () => {
    const names = ['date', 'url', 'company', 'state', 'salary', 'jobtype', 'category', 'experience']
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

  test('of CSV are converted to the types of the schema, and a cell of blanks is absent', async () => {
    const cells: [string, string, unknown][] = [
      ...['true', '1', 'OUI', 'vrai', 'WAHR'].map((word): [string, string, boolean] => ['displaySalary', word, true]),
      ...['false', '0', 'Non', 'faux', 'nein'].map((word): [string, string, boolean] => ['displaySalary', word, false]),
      ['minExperience', '1.5', 1.5],
      ['recruitmentProcess', 'RH | Test |', ['RH', 'Test']],
      ['benefits', 'Mutuelle', 'Mutuelle'],
      ['costCentre', '0042', '0042'],
    ]
    for (const [name, cell, value] of cells)
      expect((await read(`id,title,${name}\n0042,t,${cell}\n`)).jobs).toEqual([
        { id: '0042', title: 't', [name]: value },
      ])
    const { jobs, problems } = await read('id;title;city;minSalary\nA; ;\t; \n')
    expect({ jobs, problems }).toEqual({ jobs: [{ id: 'A' }], problems: [] })
  })

  test('of XML: an empty element is absent, blanks around a text are no part of it, and HTML keeps its attributes', async () => {
    const empty =
      '<jobs><job><id>\nA\n</id><title> t </title><city></city><benefits><b> </b></benefits><x/></job></jobs>'
    expect((await read(empty)).jobs).toEqual([{ id: 'A', title: 't', benefits: [''] }])
    const link = `<a href="https://example.com/?a=1&amp;b=2" title='the "best" &lt;jobs>'>t</a>`
    const html = `${link} &lt;b><br/><p>d</p><![CDATA[<b>e</b>]]>`
    const list = '<languages><l>fr</l>, <l>en</l></languages>'
    const { jobs } = await read(`<jobs><job><id>A</id><description>${html}</description>${list}</job></jobs>`)
    const kept = '<a href="https://example.com/?a=1&amp;b=2" title="the &quot;best&quot; &lt;jobs&gt;">t</a>'
    const description = `${kept} &lt;b&gt;<br><p>d</p><b>e</b>`
    expect(jobs).toEqual([{ id: 'A', description, languages: ['fr', 'en'] }])
  })

  test('keep the id of a row that has a reference number or an attribute too; an attribute is the id of a row without another', async () => {
    const rows = [
      '<job id="8"><referencenumber>7</referencenumber><id>A</id></job>',
      '<job id="8"><referencenumber>B</referencenumber></job>',
      '<job ref="8" id="C"/>',
      '<job ref="8"><title>t</title></job>',
    ]
    const { jobs, problems } = await read(`<jobs>${rows.join('')}</jobs>`)
    expect(jobs).toEqual([{ id: 'A', referencenumber: '7' }, { id: 'B' }, { id: 'C' }])
    const message = 'the row has the attributes @ref and the elements title: name its id in a --map file'
    expect(problems).toEqual([expect.stringContaining(`Job ID is required; ${message}, {"fields": {"id": "@ref"}}`)])
  })
})
