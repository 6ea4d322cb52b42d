import { expect, test } from 'vitest'
import { type Reading, readPieces } from '../test/reading.ts'
import amounts from './fixture/amounts.json' with { type: 'json' }
import type { MapFile } from './map-file.ts'

/** Reads a feed with a map of names. */
const read = (feed: string, { names = {}, ...options }: Reading & { names?: Record<string, string | null> } = {}) =>
  readPieces(feed, { map: new Map(Object.entries(names)), ...options })

test('the delimiter of a CSV feed is detected outside quotes', async () => {
  for (const [header, row] of [
    ['id,"Salary; min; max; per year"', 'A,9'],
    ['id;"Salary, min, max, per year"', 'A;9'],
    ['id,"Salary ""min;max;"" per year"', 'A,9'],
    ['id;"Salary\nmin, max, per year"', 'A;9'],
    ['"Salary\nmin, max, per year";id', '9;A'],
  ] as const) {
    const name = /"(.*)"/s.exec(header)?.[1]?.replaceAll('""', '"') ?? ''
    for (const size of [1, 7, 100_000]) {
      const { jobs, broken } = await read(`${header}\n${row}\n`, { format: 'csv', size })
      expect({ header, size, jobs, broken }).toEqual({
        header,
        size,
        jobs: [{ id: 'A', [name]: '9' }],
        broken: undefined,
      })
    }
  }
})

test('questions in a cell are JSON, in a feed of any format, and a text that is not JSON is named with its row', async () => {
  const questions = [{ id: 'permit', label: { fr: 'Permis B ?' }, type: 'yes-no' }]
  const cell = JSON.stringify(questions)
  const quoted = `"${cell.replaceAll('"', '""')}"`
  const named = await read(`id;Questions\nA;${quoted}\nB;"[{""id"": ""x"",]"\nC;\n`, {
    names: { Questions: 'boardwalk.questions' },
  })
  expect(named.problems).toEqual([])
  expect(named.jobs).toEqual([
    { id: 'A', boardwalk: { questions } },
    { id: 'B', boardwalk: { questions: '[{"id": "x",]' } },
    { id: 'C' },
  ])
  expect(named.warnings).toEqual([
    expect.stringMatching(/^3: boardwalk\.questions "\[\{\\"id.*" is not JSON, so the board ignores it: ./),
  ])
  const others = [
    `id,boardwalk.questions\nA,${quoted}\n`,
    JSON.stringify([{ id: 'A', 'boardwalk.questions': cell }]),
    JSON.stringify([{ id: 'A', boardwalk: { questions } }]),
    `<jobs><job><id>A</id><boardwalk><questions>${cell}</questions></boardwalk></job></jobs>`,
  ]
  for (const feed of others) expect((await read(feed)).jobs).toEqual([{ id: 'A', boardwalk: { questions } }])
})

test('the delimiter of a CSV feed is the one that gives the column id or a name of the map, and an error names it', async () => {
  const names = { Réf: 'id' }
  for (const feed of [
    'id;title;city;Salaire, brut, mensuel, net\nA;t;R;9\n',
    'Réf|Poste, a, b, c\nA|t\n',
    'sep=|\nid|title\nA|t\n',
  ])
    expect((await read(feed, { format: 'csv', names })).jobs).toMatchObject([{ id: 'A' }])
  expect((await read('Ref;Poste\nA;t\nB;t\n')).broken).toBe(
    '1: has no column "id" for the id; separated by ";", its columns are "Ref", "Poste"; name the one with the id in a --map file, such as {"Ref": "id"}',
  )
  expect((await read('id\tPoste\nA\tt\n', { names: { id: 'reference', Ref: 'id' } })).broken).toContain(
    'has no column "Ref" for the id; separated by a tab',
  )
})

test('what stands above the column names is left out with a warning, and an error names the line of the column names', async () => {
  const names = { Réf: 'id', Poste: 'title' }
  for (const [feed, line] of [
    ['\ufeffOffres ouvertes au 12/11/2026;;;\r\n;;;\r\nid;title;city\r\nA;t;R\r\n', 3],
    ['Table 1\nid,title,city\nA,t,R\n', 2],
    ['Mes offres, nos postes\n\nid,title,city\nA,t,R\n', 3],
    ['sep=;\nExport du;12/11/2026;\n"Total ""x""\npar ville";2;\nid;title;city\nA;t;R\n', 5],
    ['Export\rid;title;city\rA;t;R\r', 2],
    ['Export\n\nRéf;Poste;city\nA;t;R\n', 3],
  ] as const)
    for (const size of [1, 7, 100_000]) {
      const { jobs, rows, warnings, broken } = await read(feed, {
        format: 'csv',
        size,
        ...(feed.includes('Réf') && { names }),
      })
      expect({ feed, size, jobs, broken }).toEqual({
        feed,
        size,
        jobs: [{ id: 'A', title: 't', city: 'R' }],
        broken: undefined,
      })
      expect(rows[0]?.line).toBe(line + 1)
      expect(warnings).toEqual([
        expect.stringMatching(`^${line}: the column names are on this line; what is above it is left out: "`),
      ])
    }
  expect((await read('Table 1\nid,title,city\nA,t,R\n')).jobs).toHaveLength(1)
  expect((await read('Offres;;\n\nRéf;Poste;Ville\nA;t;R\n')).broken).toMatch(
    /^3: has no column "id" .* its columns are "Réf", "Poste", "Ville"; .* such as \{"Réf": "id"\}$/,
  )
})

test('a column that the map names is missing only if the feed has no such column', async () => {
  const names = { Poste: 'title', Ville: 'city' }
  expect((await read('id;Poste\nA;\n', { names })).unused).toEqual(['Ville'])
})

test('a CSV feed that ends in a row with fewer cells than all others and without a line end is cut off', async () => {
  const cut = await read('id;title;city\r\nA;t;R\r\nB;t', { size: 1 })
  expect(cut).toMatchObject({ jobs: [{ id: 'A' }], problems: [], broken: expect.stringMatching(/^3: .*2 of 3 cells/) })
  for (const feed of ['id;title\nA;t\nB;t', 'id;title;city\nA;t;R\nB;t\n', 'id;title;city\nA;t;R\nB;t\nC;t']) {
    const { jobs, problems, warnings, broken } = await read(feed)
    expect({ problems, broken, last: jobs.at(-1)?.title }).toEqual({ problems: [], broken: undefined, last: 't' })
    const short = feed
      .split('\n')
      .flatMap((line, at) => (line !== '' && feed.includes('city') && !/;.*;/.test(line) ? [at + 1] : []))
    expect(warnings).toEqual(
      short.map((line) => `${line}: the row has 2 of 3 cells; the fields of the others are absent`),
    )
  }
})

test('an id that a spreadsheet has rounded, or that resembles another one, is taken with a warning', async () => {
  const { jobs, warnings } = await read(
    'id,title\n"9,91214E+15",t\n4.9E+92,t\nTS-1,t\n"TS-1 ",t\nt s-1,t\n1E5,t\n#N/A,t\nTS-01,t\n',
  )
  expect(jobs.map(({ id }) => id)).toEqual(['9,91214E+15', '4.9E+92', 'TS-1', 'TS-1 ', 't s-1', '1E5', '#N/A', 'TS-01'])
  expect(warnings).toEqual([
    '2: id "9,91214E+15" looks as if a spreadsheet had rounded it; make its column a text there',
    '3: id "4.9E+92" looks as if a spreadsheet had rounded it; make its column a text there',
    '5: id "TS-1 " differs only by blanks or capitals from id "TS-1" on line 4',
    '6: id "t s-1" differs only by blanks or capitals from id "TS-1" on line 4',
    '8: id "#N/A" is what a spreadsheet shows for a mistake',
    '9: id "TS-01" differs only by zeros before a number from id "TS-1" on line 4',
  ])
})

test('amounts of CSV are read as people write them; one that could be read in two ways needs the map to say how', async () => {
  const readAmount = async (amount: string, decimal?: ',' | '.') => {
    const map: MapFile = { fields: decimal === undefined ? {} : { minSalary: { decimal } } }
    const { jobs, problems } = await readPieces(`id\tminSalary\nA\t${amount}\n`, { map })
    return jobs[0]?.minSalary ?? problems[0]
  }
  for (const [amount, number] of Object.entries(amounts.read))
    expect([amount, await readAmount(amount)]).toEqual([amount, number])
  for (const [amount, ways] of Object.entries(amounts.inTwoWays))
    expect([amount, await readAmount(amount, ','), await readAmount(amount, '.')]).toEqual([
      amount,
      ways[','],
      ways['.'],
    ])
  for (const [amount, advice] of Object.entries(amounts.refused))
    expect(await readAmount(amount)).toBe(`2: minSalary must be a number from 0, not "${amount}"${advice}`)
  // JSON has numbers, so a text is one only by the map.
  const json = '[{"id":"A","minSalary":"4001,50"}]'
  expect((await readPieces(json)).problems).toEqual([expect.stringContaining('"decimal":","}}} reads it as 4001.5')])
  expect((await readPieces(json, { map: { fields: { minSalary: { decimal: ',' } } } })).jobs).toEqual([
    { id: 'A', minSalary: 4001.5 },
  ])
})

test('a value of CSV means what the board knows, whatever its capitals and blanks; another one is refused with the nearest', async () => {
  const header = 'id;educationLevel;contractType;languages;boardwalk.hours'
  const { jobs, problems } = await read(
    `${header}\nA;Bac;cdi;FR| En;full_time\nB;bac + 5;Stage ;ar;Part_Time\nC;BAC+1/2;vie;;\nD;Bac+4;;;\nE;;;frr;\n`,
  )
  expect(jobs).toEqual([
    { id: 'A', educationLevel: 'BAC', contractType: 'CDI', languages: ['fr', 'en'], boardwalk: { hours: 'FULL_TIME' } },
    { id: 'B', educationLevel: 'BAC +5', contractType: 'Stage', languages: ['ar'], boardwalk: { hours: 'PART_TIME' } },
    { id: 'C', educationLevel: 'BAC +1/2', contractType: 'VIE' },
  ])
  expect(problems).toEqual([
    expect.stringMatching(/^5: educationLevel must be one of .*, not "Bac\+4"/),
    expect.stringMatching(/^6: languages\.0 must be one of .*, not "frr"/),
  ])
  const values = { 'mi temps': 'PART_TIME', 'plein\u00a0temps': 'FULL_TIME' } as const
  const map: MapFile = { fields: { 'boardwalk.hours': { from: 'Temps', values } } }
  const hours = (await readPieces('id;Temps\nA;Mi  Temps\nB;Plein temps\n', { map })).jobs
  expect(hours.map(({ boardwalk }) => boardwalk)).toEqual([{ hours: 'PART_TIME' }, { hours: 'FULL_TIME' }])
})
