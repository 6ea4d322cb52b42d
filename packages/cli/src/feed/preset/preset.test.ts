import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, expect, test } from 'vitest'
import { presets } from '../../sending/feed-files.ts'
import { runCommand } from '../../test/command.ts'
import { useCli } from '../../test/command-process.ts'
import { readPieces } from '../../test/reading.ts'
import { type PresetName, presetNames } from '../format.ts'

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

/** Reads a feed with a preset. */
async function readWith(name: PresetName, feed: string | Uint8Array, options: { list?: string; size?: number } = {}) {
  const { list, ...reading } = options
  const map = { ...presets[name], ...(list !== undefined && { list }) }
  return readPieces(feed, { ...reading, map, isPreset: true })
}

test.each(presetNames)('the preset %s reads the feed of its vendor, in pieces of any size', async (name) => {
  for (const size of [1, 100_000]) {
    const read = await readWith(name, await readFile(findFixture(name)), { size })
    // The command does not report names that the vendor chose.
    const quiet = { problems: [], broken: undefined, nearMisses: [], unused: [] }
    expect(read).toMatchObject({ ...(await readExpected(name)), ...quiet })
    expect(read.jobs).toEqual((await readExpected(name)).jobs)
    expect(['department', 'reference', 'url']).toEqual(expect.arrayContaining(read.extra))
  }
})

test.each(presetNames)(
  'the preset %s syncs, finds all jobs unchanged the second time, and is printed as a --map file that reads the same jobs',
  async (name) => {
    const args = ['sync', findFixture(name), '--preset', name, '--yes', '-o', 'json']
    const first = await run(args)
    expect(JSON.parse(first.stdout)).toMatchObject({ done: { created: 2, failed: 0 }, error: null })
    const second = await run(args)
    expect(JSON.parse(second.stdout).done).toMatchObject({ created: 0, updated: 0, unchanged: 2, unpublished: 0 })
    expect([first.code, second.code]).toEqual([0, 0])
    const { stdout } = await run(['push', '--preset', name, '--print-map'])
    // PowerShell writes what a command prints as UTF-16, and an editor adds a byte order mark.
    await writeFile(cli.path('map.json'), Buffer.from(`\ufeff${stdout}`, name < 'm' ? 'utf16le' : 'utf8'))
    // The feed need not have all fields of a printed map either.
    const mapped = await run(['sync', findFixture(name), '--map', cli.path('map.json'), '--yes', '-o', 'json'])
    expect({ code: mapped.code, ...JSON.parse(mapped.stdout) }).toMatchObject({ code: 0, done: { unchanged: 2 } })
  },
)

test('the preset greenhouse also reads the jobs.json of a Boardwalk', async () => {
  const jobs = [
    {
      id: 'A',
      title: 'Accountant',
      city: ['Rabat', 'Fès'],
      description: '<p>Books &amp; <b>tills</b>.</p>',
      boardwalk: { closesAt: '2999-12-31' },
    },
  ]
  expect((await company.call('PUT', '/jobs', { jobs })).status).toBe(200)
  const { jobUrl } = (await company.call('PUT', '/job/A', { job: {} })).body
  const address = `${server.url}/fr/companies/${company.slug}/jobs.json?content=true`
  const read = await readWith('greenhouse', await (await fetch(address)).text())
  expect(read).toMatchObject({ problems: [], dropped: [], broken: undefined })
  expect(read.jobs).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      title: 'Accountant',
      city: ['Rabat', 'Fès'],
      country: 'Maroc',
      description: '<p>Books &amp; <b>tills</b>.</p>',
      boardwalk: { closesAt: '2999-12-31T23:59:59+00:00' },
      url: jobUrl,
    },
  ])
})

/** Other forms of a vendor's answer. */
const forms: { preset: PresetName; form: string; feed: object; jobs: object[]; warnings: string[] }[] =
  await readJson('fixture/other-forms.json')

test.each(forms)('the preset $preset also reads $form', async ({ preset, feed, ...expected }) => {
  const { jobs, problems, warnings } = await readWith(preset, JSON.stringify(feed))
  expect({ jobs, problems, warnings }).toEqual({ jobs: expected.jobs, problems: [], warnings: expected.warnings })
})

test('the preset greenhouse takes the custom questions of a job, without those for contact data, files and origin', async () => {
  const job = { id: 4100017, title: 'Accountant', absolute_url: 'https://boards.greenhouse.io/acme/jobs/4100017' }
  const field = (name: string, type: string, values: object[] = []) => [{ name, type, values }]
  const yesOrNo = [
    { value: 0, label: 'No' },
    { value: 1, label: 'Yes' },
  ]
  const asked = {
    ...job,
    questions: [
      { required: true, label: 'First Name', fields: field('first_name', 'input_text') },
      {
        required: true,
        label: 'Resume',
        fields: [...field('resume', 'input_file'), ...field('resume_text', 'textarea')],
      },
      { required: false, label: 'Apples?', fields: field('question_2222', 'multi_value_single_select', yesOrNo) },
      { required: true, label: 'Languages', fields: field('question_2223[]', 'multi_value_multi_select', yesOrNo) },
      { required: null, label: 'Why?', fields: field('question_2224', 'textarea') },
      { required: true, label: 'Certificate', fields: field('question_2225', 'input_file') },
    ],
    demographic_questions: { questions: [{ id: 1, label: 'Race', type: 'multi_value_multi_select' }] },
  }
  const none = { ...job, id: 4100018, questions: [] }
  const silent = { ...job, id: 4100019 }
  const read = await readWith('greenhouse', [asked, none, silent].map((row) => `${JSON.stringify(row)}\n`).join(''))
  expect(read.problems).toEqual([])
  expect(read.dropped).toEqual(['boardwalk.questions: input_file'])
  expect(read.jobs.map(({ boardwalk }) => boardwalk)).toEqual([
    {
      questions: [
        { id: 'question_2222', label: 'Apples?', type: 'one', options: ['No', 'Yes'], required: false },
        { id: 'question_2223[]', label: 'Languages', type: 'several', options: ['No', 'Yes'], required: true },
        { id: 'question_2224', label: 'Why?', type: 'long' },
      ],
    },
    { questions: [] },
    undefined,
  ])
})

/** What values mean that a vendor's documentation or another public source names; null if the board has no word for it. */
const known: { preset: PresetName; name: string; field: string; meanings: Record<string, string | number | null> }[] =
  await readJson('fixture/meanings.json')

test('a preset knows what the documented values of its vendor mean', async () => {
  for (const { preset, name, field, meanings } of known) {
    const given = Object.keys(meanings)
    const rows = given.map((value, at) => {
      const id = `${at}`
      return { id, guid: id, shortcode: id, referencenumber: id, identifier: id, [name]: value }
    })
    const { jobs, dropped, problems } = await readWith(preset, JSON.stringify({ rows }), { list: 'rows' })
    expect({ preset, dropped, problems }).toEqual({ preset, dropped: [], problems: [] })
    const read = Object.fromEntries(jobs.map((job, at) => [given[at], job[field] ?? null]))
    expect({ preset, name, read }).toEqual({ preset, name, read: meanings })
  }
})

test('a value that a preset does not know leaves the field out, and no job is refused for it', async () => {
  for (const name of presetNames) {
    const fields = Object.entries(presets[name].fields).flatMap(([field, rule]) =>
      typeof rule === 'object' && rule.values !== undefined
        ? [{ field, from: [rule.from ?? field].flat()[0] ?? '' }]
        : [],
    )
    const ids = { id: 'A', guid: 'A', referencenumber: 'A', identifier: 'A' }
    const row = { ...ids, ...Object.fromEntries(fields.map(({ from }) => [from, 'never heard of'])) }
    const { jobs, dropped, problems } = await readWith(name, JSON.stringify({ rows: [row] }), { list: 'rows' })
    expect({ name, problems, dropped }).toEqual({
      name,
      problems: [],
      dropped: fields.map(({ field }) => `${field}: never heard of`),
    })
    expect(jobs).toHaveLength(1)
    for (const { field } of fields) expect(jobs[0]).not.toHaveProperty(field)
  }
})

/** What other members of a vendor's answer say if the usual one is absent, and what several members say together. */
const members: { preset: PresetName; row: object; job: object }[] = await readJson('fixture/members.json')

test('a preset reads the member that a row has, and what several members say together', async () => {
  for (const { preset, row, job } of members) {
    const { jobs, dropped, problems } = await readWith(preset, JSON.stringify({ rows: [row] }), { list: 'rows' })
    expect({ preset, row, jobs, dropped, problems }).toEqual({ preset, row, jobs: [job], dropped: [], problems: [] })
  }
})
