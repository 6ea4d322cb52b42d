import { describe, expect, test } from 'vitest'
import { readPieces } from '../test/reading.ts'
import advised from './fixture/advised.json' with { type: 'json' }
import { type MapFile, parseMapFile } from './map-file.ts'
import { findNamed } from './map-rule.ts'

describe('a map', () => {
  const readJob = async (row: object, map: MapFile) => (await readPieces(JSON.stringify([row]), { map })).jobs[0]

  test('maps values, sets defaults and adds a prefix', async () => {
    const map: MapFile = {
      fields: {
        id: { from: 'ref', prefix: 'acme-' },
        contractType: { from: 'type', values: { Interim: 'Autre', CDI: 'CDI', Secret: null } },
        country: { default: 'France' },
        displaySalary: { from: 'show', values: { Y: true, N: false } },
        workMode: { from: 'place', values: { r: 'ONSITE', R: 'REMOTE' } },
      },
    }
    const rest = { title: 't' }
    expect(await readJob({ ref: 7, type: ' interim', show: 'N', place: 'R', ...rest }, map)).toEqual({
      id: 'acme-7',
      workMode: 'REMOTE',
      contractType: 'Autre',
      country: 'France',
      displaySalary: false,
      ...rest,
    })
    expect(await readJob({ ref: 'B', type: 'Secret', country: 'MA', ...rest }, map)).toEqual({
      id: 'acme-B',
      country: 'MA',
      ...rest,
    })
  })

  test('reads nested names and lists, joins several, and fills a text for each', async () => {
    const map: MapFile = {
      fields: {
        id: 'id',
        title: { from: ['role', 'grade.name'], join: ' – ' },
        city: 'places.address.city',
        languages: 'language',
        country: { from: ['land', 'places.0.country'] },
        description: { from: 'parts', each: '<h3>{head}</h3>{body.html}' },
        floor: 'places.1.floor',
      },
      drop: ['secret'],
    }
    const row = {
      id: 'A',
      role: 'Clerk',
      grade: { name: 'II' },
      secret: 1,
      language: 'fr',
      'a.b': 'kept',
      places: [
        { address: { city: 'Rabat' }, country: 'MA' },
        { address: { city: 'Fès' }, floor: 3 },
        { address: { city: 'Rabat' } },
      ],
      parts: [{ head: 'One', body: { html: '<p>1</p>' } }, {}, { head: 'Two' }],
    }
    const { jobs, extra } = await readPieces(JSON.stringify([row]), { map })
    expect(extra).toEqual(['floor', 'a.b'])
    expect(jobs[0]).toEqual({
      id: 'A',
      title: 'Clerk – II',
      city: ['Rabat', 'Fès'],
      languages: ['fr'],
      country: 'MA',
      description: '<h3>One</h3><p>1</p><h3>Two</h3>',
      floor: 3,
      'a.b': 'kept',
    })
  })

  test('keeps the kind of a field, and makes one list of the cities in lists, also in XML', async () => {
    const map: MapFile = { fields: { id: 'id', languages: 'tongues', skills: 'skill', city: 'sites.places.city' } }
    const sites = [{ places: [{ city: 'Rabat' }, { city: 'Fès' }] }, {}, { places: [{ city: 'Oujda' }] }]
    expect(await readJob({ id: 'A', tongues: ['fr'], skill: ['SQL', 'R'], sites }, map)).toEqual({
      id: 'A',
      languages: ['fr'],
      skills: ['SQL', 'R'],
      city: ['Rabat', 'Fès', 'Oujda'],
    })
    const xml =
      '<jobs><job><id>A</id><place><city>Rabat</city><zip>1</zip></place><place><city>Fès</city></place></job></jobs>'
    const { jobs } = await readPieces(xml, { map: { fields: { id: 'id', city: 'place.city' } } })
    expect(jobs).toEqual([{ id: 'A', city: ['Rabat', 'Fès'] }])
  })

  test('reaches the attributes of XML at any depth, and the text and the HTML of elements that have some', async () => {
    const xml = `<jobs><job id="1" a:ref='A'><title lang="fr">Un</title><pay low="9" cur="MAD">9 &amp; more</pay><pay low="8"/>
      <x><y code="MA"><z n="1">Rabat</z><z>Fès</z></y><text kind="h"><p class="c">p</p></text></x>
      <part name="Poste">De nuit.</part></job></jobs>`
    const fields: MapFile['fields'] = {
      id: { from: '@a:ref' },
      title: 'title',
      minSalary: 'pay.@low',
      country: 'x.y.@code',
      city: 'x.y.z',
      description: 'x.text',
      benefits: { from: 'part', each: '<h3>{@name}</h3>{#text}' },
      level: { from: 'x.y.z.@n', default: '0' },
      pay: 'pay',
    }
    const { jobs, unused, problems } = await readPieces(xml, { map: { fields, others: 'drop' } })
    expect({ unused, problems }).toEqual({ unused: [], problems: [] })
    expect(jobs).toEqual([
      {
        id: 'A',
        title: 'Un',
        minSalary: 9,
        country: 'MA',
        city: ['Rabat', 'Fès'],
        description: '<p class="c">p</p>',
        benefits: '<h3>Poste</h3>De nuit.',
        level: ['1'],
        pay: '9 & more',
      },
    ])
    const short = await readPieces(xml, {
      map: new Map([
        ['@a:ref', 'id'],
        ['x', null],
        ['part', null],
      ]),
    })
    expect(short.jobs).toEqual([{ id: 'A', title: 'Un', pay: '9 & more' }])
  })

  test('drops values that it does not know only if it says so, and tells each once', async () => {
    // One of its values has the name of a method of every object.
    const row = ['moon', 'moon', 'constructor', 'hybrid'].map((workMode, id) => ({ id, workMode }))
    const map = (unknown: 'keep' | 'drop'): MapFile => ({
      fields: { id: 'id', workMode: { values: { home: 'REMOTE' }, unknown } },
    })
    const dropped = await readPieces(JSON.stringify(row), { map: map('drop') })
    expect({ jobs: dropped.jobs, told: dropped.dropped }).toEqual({
      // The board itself knows the last one.
      jobs: [{ id: '0' }, { id: '1' }, { id: '2' }, { id: '3', workMode: 'HYBRID' }],
      told: ['workMode: moon', 'workMode: constructor'],
    })
    expect((await readPieces(JSON.stringify(row), { map: map('keep') })).problems).toHaveLength(4)
    const fields: MapFile['fields'] = { id: 'id', workMode: { values: {}, unknown: 'drop', default: 'ONSITE' } }
    expect(await readJob({ id: 'A', workMode: 'moon' }, { fields })).toEqual({ id: 'A', workMode: 'ONSITE' })
  })

  test('splits a text into its items, each with its own meaning', async () => {
    const values = { full: null, temp: 'CDD' }
    const map: MapFile = {
      fields: { id: 'id', city: { split: ' - ' }, contractType: { values, unknown: 'drop', split: ',' } },
    }
    const rows = [
      { id: 'A', city: 'Rabat - Fès', contractType: 'full, TEMP' },
      { id: 'B', city: 'Ben Guerir', contractType: 'full,,moon' },
      { id: 'C', contractType: null },
    ]
    const { jobs, dropped } = await readPieces(JSON.stringify(rows), { map })
    expect({ jobs, dropped }).toEqual({
      jobs: [{ id: 'A', city: ['Rabat', 'Fès'], contractType: 'CDD' }, { id: 'B', city: 'Ben Guerir' }, { id: 'C' }],
      dropped: ['contractType: moon'],
    })
  })

  test('takes the first name that a row has, a part of a text, and a date in the form of the feed', async () => {
    const map: MapFile = {
      fields: {
        id: { from: 'id', match: '\\d+$' },
        city: { firstOf: ['city', 'place.name', 'location'], match: '^(?:\\d+ - )?(.+)$' },
        minSalary: { from: 'pay', match: 'mensuel de ([\\d ,]+) euros', decimal: ',' },
        maxSalary: { from: 'pay', match: 'mensuel .* à ([\\d ,]+) euros', decimal: ',' },
        'boardwalk.closesAt': { from: 'end', date: 'dd/MM/yyyy' },
      },
      others: 'drop',
    }
    const pay = 'Mensuel de 1600,00 Euros à 1800,00 Euros sur 12 mois'
    const rows = [
      { id: 'n° 7', city: 'Tanger', location: 'Tanger, Maroc', pay, end: '01/09/2030' },
      {
        id: 8,
        city: '',
        place: { name: '51 - Reims' },
        location: 'France',
        pay: 'Horaire de 12,02 Euros',
        end: 46_022,
      },
    ]
    const { jobs, unmatched, unused, problems } = await readPieces(JSON.stringify(rows), { map })
    expect({ jobs, unmatched, unused, problems }).toEqual({
      jobs: [
        { id: '7', city: 'Tanger', minSalary: 1600, maxSalary: 1800, boardwalk: { closesAt: '2030-09-01' } },
        { id: '8', city: 'Reims', boardwalk: { closesAt: 46_022 } },
      ],
      unmatched: ['minSalary: Horaire de 12,02 Euros', 'maxSalary: Horaire de 12,02 Euros'],
      unused: [],
      problems: [],
    })
    const excel = { ...map, fields: { id: 'id', 'boardwalk.closesAt': { from: 'end', date: 'excel' } } }
    expect((await readPieces('id;end\nA;46022\n', { map: excel })).jobs[0]?.boardwalk).toEqual({
      closesAt: '2025-12-31',
    })
  })

  test('may skip the rows of an id after the first good one, and tells it once', async () => {
    const feed = '{"id":"A","title":""}\n{"id":"A","title":"t"}\n{"id":"A","title":"u"}\n{"id":"A"}\n'
    const read = (repeated: 'refuse' | 'skip') =>
      readPieces(feed, { map: { fields: { id: 'id' }, repeated }, format: 'ndjson' })
    const skipped = await read('skip')
    expect(skipped.jobs).toEqual([{ id: 'A', title: 't' }])
    expect(skipped.problems).toEqual([expect.stringMatching(/^1: title/)])
    expect(skipped.warnings).toEqual([
      '3: id "A" is already on line 2, with other fields; of rows with the same id only the first is read (told once)',
    ])
    expect((await read('refuse')).problems).toHaveLength(3)
  })
})

describe('terms', () => {
  const boardwalk = { closesAt: '2026-12-31', period: 'YEAR', hours: 'PART_TIME', countries: ['FR', 'BE'] }
  const map: MapFile = {
    fields: {
      id: 'id',
      title: 'poste',
      'boardwalk.closesAt': 'fin',
      'boardwalk.period': { from: 'paie', values: { an: 'YEAR', mois: 'MONTH' }, unknown: 'drop' },
      'boardwalk.hours': { from: 'temps', values: { partiel: 'PART_TIME' } },
      'boardwalk.countries': { from: 'pays', split: ',' },
    },
  }

  test('are members of one object, whatever the format, with a map and without one', async () => {
    const job = { id: 'A', title: 't', boardwalk }
    for (const feed of [
      JSON.stringify([job]),
      'id;title;boardwalk.closesAt;boardwalk.period;boardwalk.hours;boardwalk.countries\nA;t;2026-12-31;YEAR;PART_TIME;FR|BE\n',
      '<job><id>A</id><title>t</title><boardwalk><closesAt zone="UTC"> 2026-12-31 </closesAt><period>YEAR</period><hours>PART_TIME</hours><countries>FR</countries><countries>BE</countries></boardwalk></job>',
    ])
      expect(await readPieces(feed)).toMatchObject({ jobs: [job], problems: [], nearMisses: [], extra: [] })
    for (const feed of [
      '[{"id":"A","poste":"t","fin":"2026-12-31","paie":"An","temps":"partiel","pays":"FR,BE"}]',
      'id;poste;fin;paie;temps;pays\nA;t;2026-12-31;an;partiel;FR,BE\nB;u;;autre;;\n',
    ]) {
      const { jobs, dropped } = await readPieces(feed, { map })
      expect(jobs[0]).toEqual(job)
      expect({ others: jobs.slice(1), dropped }).toEqual(
        feed.startsWith('[')
          ? { others: [], dropped: [] }
          : { others: [{ id: 'B', title: 'u' }], dropped: ['boardwalk.period: autre'] },
      )
    }
    const names = new Map([['fin', 'boardwalk.closesAt']])
    expect((await readPieces('id,fin\nA,2026-12-31\n', { map: names })).jobs).toEqual([
      { id: 'A', boardwalk: { closesAt: '2026-12-31' } },
    ])
  })

  test('of an object in the feed stay beside those that a rule makes, and what is wrong stays as it came', async () => {
    const fields = {
      id: 'id',
      'boardwalk.period': { values: { an: 'YEAR' } },
      'boardwalk.countries': 'boardwalk.pays.code',
    }
    const row = {
      id: 'A',
      boardwalk: { ...boardwalk, period: 'an', countries: undefined, pays: [{ code: 'FR' }, { code: 'BE' }] },
    }
    expect((await readPieces(JSON.stringify([row]), { map: { fields } })).jobs).toEqual([{ id: 'A', boardwalk }])
    for (const wrong of ['{}', 'null', '"2026-12-31"', '{"closesAt":20261231,"a.b":{"@c":[1]},"n":null}']) {
      const { jobs, problems } = await readPieces(`[{"id":"A","boardwalk":${wrong}}]`)
      expect({ jobs, problems }).toEqual({ jobs: [{ id: 'A', boardwalk: JSON.parse(wrong) }], problems: [] })
    }
  })

  test('that are misspelt are reported, and two for one term are refused', async () => {
    const { nearMisses } = await readPieces('id,boardwalk.closeAt,Boardwalk.hours\nA,2026-12-31,FULL_TIME\n')
    expect(nearMisses).toEqual(['boardwalk.closeAt → boardwalk.closesAt', 'Boardwalk.hours → boardwalk.hours'])
    const twice = new Map([['fin', 'boardwalk.closesAt']])
    expect((await readPieces('[{"id":"A","fin":"x","boardwalk":{"closesAt":"y"}}]', { map: twice })).problems).toEqual([
      '1: boardwalk.closesAt is given twice, once as "boardwalk.closesAt"',
    ])
  })
})

test('a date that has one reading is read without a rule; for another text the message names each reading and its rule, unless the text means that there is none', async () => {
  for (const feed of [
    '[{"id":"A","boardwalk":{"closesAt":"2030-12-31 18:00:00"}},{"id":"B","boardwalk":{"closesAt":"01/09/2030"}}]',
    'id;boardwalk.closesAt\nA;2030-12-31 18:00:00\nB;01/09/2030\n',
  ]) {
    const { jobs, warnings } = await readPieces(feed)
    expect(jobs.map(({ boardwalk }) => boardwalk)).toEqual([
      { closesAt: '2030-12-31T18:00:00Z' },
      { closesAt: '01/09/2030' },
    ])
    const rule = '{"fields":{"boardwalk.closesAt":{"date":"dd/MM/yyyy"}}}'
    const words = `the job does not close: boardwalk.closesAt "01/09/2030" may be 2030-09-01 or 2030-01-09: say which in a --map file, with ${rule} for 2030-09-01 or "MM/dd/yyyy" instead for 2030-01-09`
    expect(warnings).toEqual([expect.stringContaining(words)])
  }
  for (const nothing of ['', ' ', '-', '0000-00-00T00:00:00Z', 'NULL', 'n/a'])
    expect((await readPieces(JSON.stringify([{ id: 'A', 'boardwalk.closesAt': nothing }]))).warnings).toEqual([])
})

test('the rule that a message names is copied with what it guesses; a map without its own meaning for "…" is refused', async () => {
  for (const [name, text, value] of advised) {
    const field = String(name)
    const feed = JSON.stringify([{ id: 'A', ours: text }])
    const { problems, warnings } = await readPieces(feed, { map: new Map([['ours', field]]) })
    const message = [...problems, ...warnings].join('\n')
    const rule = /\{"fields":.*?\}\}+/.exec(message)?.[0]
    expect({ text, message, read: await readBy(rule, field, feed) }).toEqual({
      text,
      message: expect.stringMatching(/./),
      read: value,
    })
  }
  const map: MapFile = { fields: { id: 'id', educationLevel: { firstOf: ['niveau', 'diplôme'] } } }
  const { problems } = await readPieces('[{"id":"A","diplôme":"Bac"}]', { map })
  expect(problems).toEqual([
    expect.stringContaining('{"fields":{"educationLevel":{"firstOf":["niveau","diplôme"],"values":{"Bac":"BAC"}}}}'),
  ])
})

/** Reads the only job of a feed by a map that a message has named. */
async function readBy(rule: string | undefined, field: string, feed: string): Promise<unknown> {
  if (rule === undefined) return null
  if (rule.includes('"…"')) {
    expect(() => parseMapFile(rule, 'map.json')).toThrow(/must be one of .*, not "…"/)
    return '…'
  }
  const { jobs, warnings, unused } = await readPieces(feed, { map: parseMapFile(rule, 'map.json') })
  expect({ rule, warnings, unused }).toEqual({ rule, warnings: [], unused: [] })
  return findNamed({ value: jobs[0] }, field) ?? 'none'
}

describe('a wrong map', () => {
  test('names all mistakes at once', () => {
    const wrong = {
      elements: 'offre',
      drop: ['Notes', ''],
      fields: {
        contracttype: 'type',
        benefits: { members: { id: 'ref' } },
        'boardwalk.question': 'questions',
        'boardwalk.questions': { members: { label: 7, type: { unknown: 'maybe' } } },
        contractType: { values: { Interim: 'Autres' }, default: 'Rien' },
        city: { from: ['x', ''], split: '', unknown: 'maybe' },
        minSalary: { decimal: ';', match: '(', place: true },
        'boardwalk.closesAt': { date: 'JJ/MM/AAAA' },
        country: { from: 'a', firstOf: ['b'] },
        'boardwalk.hour': 'temps',
        'boardwalk.basis': { values: { brut: 'GROS' } },
      },
    }
    const lines = [
      'elements is not known; there are element, list, fields, drop, others, repeated',
      'drop must be a list of names in the feed, not a list',
      'did you mean "contractType"?',
      'fields.contractType.values.Interim must be one of CDI, ',
      'fields.contractType.default must be one of CDI, ',
      'fields.city.from must be a name in the feed, or a list of names, not a list',
      'fields.city.split must be the text between two items, such as ","',
      'fields.city.unknown must be "keep" or "drop", not "maybe"',
      'fields.minSalary.decimal must be "," or ".", not ";"',
      'fields.minSalary.place is for the field city only',
      'fields.minSalary.match must be a regular expression, such as "from ([\\d ]+) euros", not "("',
      'fields.boardwalk.closesAt.date must be how the feed writes dates, such as "dd/MM/yyyy", ',
      'fields.country has "from" and "firstOf": give one of them',
      'fields.benefits.members is for the field boardwalk.questions only',
      'fields.boardwalk.questions.members.type.unknown must be "keep" or "drop", not "maybe"',
      'fields.boardwalk.questions.members.label must be a name in the feed, or an object with "from", not 7',
      'fields.boardwalk.question is not a field of a job; did you mean "boardwalk.questions"?',
      'fields.boardwalk.hour is not a field of a job; did you mean "boardwalk.hours"?',
      'fields.boardwalk.basis.values.brut must be one of NET, GROSS, not "GROS"',
    ]
    for (const line of lines) expect(() => parseMapFile(JSON.stringify(wrong), 'map.json')).toThrow(line)
  })
})
