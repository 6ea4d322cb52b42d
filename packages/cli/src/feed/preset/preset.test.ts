import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'
import { readPieces } from '../../test/reading.ts'
import { parseMapFile } from '../map-file.ts'
import { loadPreset } from './load.ts'
import { type PresetName, presetNames } from './name.ts'

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

const fixtures: Record<PresetName, string> = {
  ashby: 'ashby.json',
  greenhouse: 'greenhouse.json',
  indeed: 'indeed.xml',
  lever: 'lever.json',
  personio: 'personio.xml',
  recruitee: 'recruitee.json',
  'schema-org': 'schema-org.html',
  smartrecruiters: 'smartrecruiters.json',
  teamtailor: 'teamtailor.xml',
  workable: 'workable.xml',
}
const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))
const findFixture = (name: PresetName) => fileURLToPath(new URL(`fixture/${fixtures[name]}`, import.meta.url))

/** What the command must read of each fixture: the jobs, and the values that no field of a job can hold. */
const readExpected = (name: PresetName): Promise<{ jobs: object[]; dropped: string[] }> =>
  readJson(`fixture/${name}.expected.json`)

const run = (args: string[]) => runCommand(['jobs', ...args], { env: environmentFor(server, company) })

describe.each(presetNames)('the preset %s', (name) => {
  test.each([1, 100_000])('reads the feed of its vendor in pieces of %i bytes', async (size) => {
    const map = await loadPreset(name)
    const { jobs, problems, dropped, broken, extra, nearMisses, unused } = await readPieces(
      await readFile(findFixture(name)),
      { map, isPreset: true, size },
    )
    expect({ jobs, dropped, problems, broken }).toEqual({
      ...(await readExpected(name)),
      problems: [],
      broken: undefined,
    })
    // The command does not report names that the vendor chose.
    expect({ nearMisses, unused }).toEqual({ nearMisses: [], unused: [] })
    expect(['department', 'reference', 'url']).toEqual(expect.arrayContaining(extra))
  })

  test('syncs, and finds all jobs unchanged the second time', async () => {
    const args = ['sync', findFixture(name), '--preset', name, '--yes', '--json']
    const first = await run(args)
    expect(JSON.parse(first.stdout)).toMatchObject({ done: { created: 2, failed: 0 }, error: null })
    expect(first.stderr).not.toContain('No row has the field')
    const second = await run(args)
    expect(JSON.parse(second.stdout).done).toMatchObject({ created: 0, updated: 0, unchanged: 2, unpublished: 0 })
    expect([first.code, second.code]).toEqual([0, 0])
  })

  test('is printed as a --map file that reads the same jobs', async () => {
    const { code, stdout } = await run(['push', '--preset', name, '--print-map'])
    expect(code).toBe(0)
    expect(parseMapFile(stdout, 'printed')).toEqual(await loadPreset(name))
    await writeFile(cli.path('map.json'), stdout)
    const pushed = await run(['push', findFixture(name), '--map', cli.path('map.json'), '--dry-run', '--json'])
    expect(JSON.parse(pushed.stdout)).toMatchObject({ valid: 2, failed: 0 })
  })
})

test('the preset greenhouse also reads the jobs.json of a Boardwalk', async () => {
  const jobs = [
    { id: 'A', title: 'Accountant', city: ['Rabat', 'Fès'], description: '<p>Books &amp; <b>tills</b>.</p>' },
  ]
  expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
  const { jobUrl } = (await company.call('PUT', '/job/A', { job: {} })).body
  const address = `${server.url}/fr/companies/${company.slug}/jobs.json?content=true`
  const read = await readPieces(await (await fetch(address)).text(), {
    map: await loadPreset('greenhouse'),
    isPreset: true,
  })
  expect(read).toMatchObject({ problems: [], dropped: [], broken: undefined })
  expect(read.jobs).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      title: 'Accountant',
      city: 'Rabat, Maroc; Fès, Maroc',
      description: '<p>Books &amp; <b>tills</b>.</p>',
      url: jobUrl,
    },
  ])
})

test('the preset workable also reads the JSON of one account, where a job is repeated for each of its places', async () => {
  const job = {
    title: 'Seller',
    shortcode: 'F6G7H8',
    employment_type: 'Temporary',
    telecommuting: true,
    department: 'Shop',
    url: 'https://apply.workable.com/j/F6G7H8',
    application_url: 'https://apply.workable.com/j/F6G7H8/apply',
    published_on: '2026-03-27',
    country: 'Morocco',
    city: 'Oujda',
    education: "Bachelor's Degree",
    locations: [
      { country: 'Morocco', countryCode: 'MA', city: 'Oujda', region: 'Oriental' },
      { country: 'Morocco', countryCode: 'MA', city: 'Nador', region: 'Oriental' },
    ],
    description: '<p>You sell.</p>',
  }
  const answer = { name: 'Acme', description: null, jobs: [job, { ...job, city: 'Nador' }] }
  const preset = await loadPreset('workable')
  const { jobs, problems, warnings } = await readPieces(JSON.stringify(answer), { map: preset, isPreset: true })
  expect(jobs).toEqual([
    {
      id: 'F6G7H8',
      title: 'Seller',
      city: ['Oujda', 'Nador'],
      country: 'Morocco',
      description: '<p>You sell.</p>',
      contractType: 'CDD',
      educationLevel: 'BAC +3/4',
      workMode: 'REMOTE',
      department: 'Shop',
      url: 'https://apply.workable.com/j/F6G7H8',
    },
  ])
  expect(problems).toEqual([])
  expect(warnings).toEqual([
    '1: id "F6G7H8" is already on row 1, with other fields; of rows with the same id only the first is read (told once)',
  ])
})

/** What values mean that a vendor's documentation or another public source names; null if the board has no word for it. */
const known: { preset: PresetName; name: string; field: string; meanings: Record<string, string | number | null> }[] =
  await readJson('fixture/meanings.json')

test.each(known)(
  'the preset $preset knows what the values of $name mean as $field',
  async ({ preset, name, field, meanings }) => {
    const given = Object.keys(meanings)
    const rows = given.map((value, at) => {
      const id = `${at}`
      return { id, guid: id, shortcode: id, referencenumber: id, identifier: id, [name]: value }
    })
    const map = { ...(await loadPreset(preset)), list: 'rows' }
    const { jobs, dropped, problems } = await readPieces(JSON.stringify({ rows }), { map, isPreset: true })
    expect({ dropped, problems }).toEqual({ dropped: [], problems: [] })
    expect(Object.fromEntries(jobs.map((job, at) => [given[at], job[field] ?? null]))).toEqual(meanings)
  },
)

test.each(presetNames)(
  'a value that the preset %s does not know leaves the field out, and no job is refused for it',
  async (name) => {
    const preset = await loadPreset(name)
    const fields = Object.entries(preset.fields).flatMap(([field, rule]) =>
      typeof rule === 'object' && rule.values !== undefined
        ? [{ field, from: [rule.from ?? field].flat()[0] ?? '' }]
        : [],
    )
    const ids = { id: 'A', guid: 'A', referencenumber: 'A', identifier: 'A' }
    const row = { ...ids, ...Object.fromEntries(fields.map(({ from }) => [from, 'never heard of'])) }
    const map = { ...preset, list: 'rows' }
    const { jobs, dropped, problems } = await readPieces(JSON.stringify({ rows: [row] }), { map, isPreset: true })
    expect({ problems, dropped }).toEqual({
      problems: [],
      dropped: fields.map(({ field }) => `${field}: never heard of`),
    })
    expect(jobs).toHaveLength(1)
    for (const { field } of fields) expect(jobs[0]).not.toHaveProperty(field)
  },
)

/** What other members of a vendor's answer say if the usual one is absent, and what several members say together. */
const members: { preset: PresetName; row: object; job: object }[] = await readJson('fixture/members.json')

test('a preset reads the member that a row has, and what several members say together', async () => {
  const read = async ({ preset, row }: (typeof members)[number]) => {
    const map = { ...(await loadPreset(preset)), list: 'rows' }
    const { jobs, dropped, problems } = await readPieces(JSON.stringify({ rows: [row] }), { map, isPreset: true })
    return { preset, row, jobs, dropped, problems }
  }
  expect(await Promise.all(members.map(read))).toEqual(
    members.map(({ preset, row, job }) => ({ preset, row, jobs: [job], dropped: [], problems: [] })),
  )
})

test('the preset smartrecruiters also reads single postings, one on each line', async () => {
  const fixture = JSON.parse(await readFile(findFixture('smartrecruiters'), 'utf8'))
  const [posting] = fixture.content
  const lines = [posting, { ...posting, id: '744000000000003' }].map((one) => JSON.stringify(one))
  const map = await loadPreset('smartrecruiters')
  const { jobs, problems } = await readPieces(lines.join('\n'), { map, isPreset: true })
  const {
    jobs: [job],
  } = await readExpected('smartrecruiters')
  expect({ jobs, problems }).toEqual({ jobs: [job, { ...job, id: '744000000000003' }], problems: [] })
})

test('the preset teamtailor also reads the JSON feed', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1',
    title: 'Acme',
    items: [
      {
        id: 'a1',
        title: 'Nurse',
        url: 'https://acme.teamtailor.com/jobs/1',
        content_html: '<p>You care.</p>',
        _jobposting: {
          '@type': 'JobPosting',
          employmentType: 'TEMPORARY',
          jobLocation: [{ address: { addressLocality: 'Rabat', addressCountry: 'MA' } }],
        },
      },
    ],
  }
  const { jobs } = await readPieces(JSON.stringify(feed), { map: await loadPreset('teamtailor'), isPreset: true })
  expect(jobs).toEqual([
    {
      id: 'a1',
      title: 'Nurse',
      city: 'Rabat',
      country: 'MA',
      description: '<p>You care.</p>',
      contractType: 'CDD',
      url: 'https://acme.teamtailor.com/jobs/1',
    },
  ])
})

test('a preset and a map of one’s own exclude each other, and --print-map needs a preset', async () => {
  expect((await run(['push', 'x', '--preset', 'lever', '--map', 'y'])).code).toBe(2)
  expect((await run(['push', '--print-map'])).stderr).toContain('--print-map needs a --preset')
  expect((await run(['push'])).stderr).toContain('Name a feed')
})
