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
const findFixture = (name: PresetName) => fileURLToPath(new URL(`fixture/${fixtures[name]}`, import.meta.url))

const expected: Record<PresetName, { jobs: object[]; dropped: string[] }> = {
  ashby: {
    jobs: [
      {
        id: '5e1f0a44-0000-4000-8000-0000000000a1',
        title: 'Support lead',
        city: ['Rabat', 'Fès'],
        country: 'Morocco',
        description: '<p>You lead four people.</p>',
        workMode: 'HYBRID',
        status: 'PUBLISHED',
        department: 'Service',
        url: 'https://jobs.ashbyhq.com/acme/5e1f0a44-0000-4000-8000-0000000000a1',
      },
      {
        id: '5e1f0a44-0000-4000-8000-0000000000a2',
        title: 'Intern',
        city: 'Remote',
        description: '<p>You learn.</p>',
        contractType: 'Stage',
        workMode: 'REMOTE',
        status: 'UNPUBLISHED',
        department: 'Service',
        url: 'https://jobs.ashbyhq.com/acme/5e1f0a44-0000-4000-8000-0000000000a2',
      },
    ],
    dropped: [],
  },
  greenhouse: {
    jobs: [
      {
        id: '4100017',
        title: 'Accountant',
        city: 'Casablanca, Morocco',
        description: '<p>Keep the books of <strong>six</strong> shops &amp; two depots.</p>',
        department: ['Finance'],
        url: 'https://boards.greenhouse.io/acme/jobs/4100017',
      },
      {
        id: '4100018',
        title: 'Driver',
        city: 'Rabat',
        description: '<p>Vous conduisez&nbsp;un camion.</p>',
        url: 'https://boards.greenhouse.io/acme/jobs/4100018',
      },
    ],
    dropped: [],
  },
  indeed: {
    jobs: [
      {
        id: 'M-1',
        title: 'Mechanic',
        city: 'Agadir',
        country: 'MA',
        description: '<p>You repair lorries.</p>',
        contractType: 'CDD',
        educationLevel: 'BAC +3/4',
        department: 'Garage',
        url: 'https://ats.example.com/jobs/M-1?from=indeed',
      },
      { id: 'M-2', title: 'Agent', city: 'Rabat', description: '<p>You answer.</p>', workMode: 'REMOTE' },
    ],
    dropped: ['contractType: contract'],
  },
  lever: {
    jobs: [
      {
        id: '0f5a3d1e-6f0c-4d1c-9c1e-1a2b3c4d5e6f',
        title: 'Data engineer',
        city: ['Rabat', 'Tanger'],
        country: 'MA',
        description:
          '<div>We sell shoes.</div><div>Our pipes carry orders.</div>\n<div>Before tax.</div>\n<div>We answer within a week.</div>',
        responsibilities:
          '<h3>You will</h3><ul><li>write SQL</li><li>test it</li></ul><h3>You know</h3><ul><li>Python</li></ul>',
        contractType: 'CDD',
        workMode: 'HYBRID',
        department: 'Technology',
        url: 'https://jobs.lever.co/acme/0f5a3d1e-6f0c-4d1c-9c1e-1a2b3c4d5e6f',
      },
      {
        id: '7b1c2d3e-0000-4000-8000-1a2b3c4d5e6f',
        title: 'Cook',
        city: 'Agadir',
        description: '<div>You cook.</div>',
        department: 'Kitchen',
        url: 'https://jobs.lever.co/acme/7b1c2d3e-0000-4000-8000-1a2b3c4d5e6f',
      },
    ],
    dropped: ['contractType: Contract'],
  },
  personio: {
    jobs: [
      {
        id: '90001',
        title: 'Auditor (m/f)',
        city: ['Casablanca', 'Rabat', 'Tanger'],
        description:
          '<h3>Your tasks</h3><ul><li>You read accounts.</li></ul><h3>Your profile</h3><p>You count twice.</p>',
        contractType: 'CDI',
        minExperience: 2,
        maxExperience: 5,
        department: 'Finance & Audit',
      },
      {
        id: '90002',
        title: 'Trainee',
        city: 'Fès',
        description: '<h3>Your tasks</h3><p>You help.</p>',
        contractType: 'Alternance',
        minExperience: 0,
        maxExperience: 1,
      },
    ],
    dropped: [],
  },
  recruitee: {
    jobs: [
      {
        id: '770001',
        title: 'Baker',
        city: ['Fès', 'Meknès'],
        country: 'MA',
        description: '<p>You bake bread.</p>',
        qualifications: '<p>You rise early.</p>',
        educationLevel: 'BAC',
        workMode: 'ONSITE',
        status: 'PUBLISHED',
        department: 'Bakery',
        url: 'https://acme.recruitee.com/o/baker',
      },
      {
        id: '770002',
        title: 'Designer',
        city: 'Rabat',
        country: 'MA',
        description: '<p>You draw.</p>',
        workMode: 'HYBRID',
        status: 'PUBLISHED',
        url: 'https://acme.recruitee.com/o/designer',
      },
    ],
    dropped: ['contractType: contract'],
  },
  'schema-org': {
    jobs: [
      {
        id: 'RD-9',
        title: 'Research & development lead',
        city: ['Rabat', 'Fès'],
        country: 'MA',
        description: '<p>You lead a laboratory.</p>',
        contractType: 'Freelance',
        educationLevel: 'BAC +5',
        url: 'https://acme.example/jobs/rd-9',
      },
      {
        id: 'https://acme.example/jobs/clerk',
        title: 'Clerk',
        country: 'Tunisia',
        description: '<p>You file.</p>',
        contractType: 'Stage',
        educationLevel: 'Non défini',
        workMode: 'REMOTE',
        url: 'https://acme.example/jobs/clerk',
      },
    ],
    dropped: [],
  },
  smartrecruiters: {
    jobs: [
      {
        id: '744000000000001',
        title: 'Warehouse lead',
        city: 'Tanger',
        country: 'ma',
        description: '<p>We move boxes.</p>\n<p>You lead ten people.</p>',
        qualifications: '<p>A forklift licence.</p>',
        workMode: 'ONSITE',
        department: 'Logistics',
        reference: 'WH-1',
        url: 'https://jobs.smartrecruiters.com/Acme/744000000000001-warehouse-lead',
      },
      {
        id: '744000000000002',
        title: 'Translator',
        city: 'Rabat',
        country: 'ma',
        workMode: 'REMOTE',
      },
    ],
    dropped: ['contractType: contract'],
  },
  teamtailor: {
    jobs: [
      {
        id: '2d0c9f5e-0000-4000-8000-000000000001',
        title: 'Nurse',
        city: ['Rabat', 'Salé'],
        country: 'Morocco',
        description: '<p>You care for <b>patients</b> &amp; families.</p>',
        department: 'Care',
        url: 'https://acme.teamtailor.com/jobs/880001-nurse',
      },
      {
        id: '2d0c9f5e-0000-4000-8000-000000000002',
        title: 'Writer',
        description: '<p>You write.</p>',
        workMode: 'REMOTE',
        url: 'https://acme.teamtailor.com/jobs/880002-writer',
      },
    ],
    dropped: [],
  },
  workable: {
    jobs: [
      {
        id: 'A1B2C3D4E5',
        title: 'R&D engineer',
        city: 'Kénitra',
        country: 'MA',
        description: '<p>You test engines.</p>',
        contractType: 'CDD',
        educationLevel: 'BAC +3/4',
        department: 'Engineering',
        url: 'https://apply.workable.com/acme/j/A1B2C3D4E5',
      },
      {
        id: 'F6G7H8',
        title: 'Seller',
        city: 'Oujda',
        country: 'MA',
        description: '<p>You sell.</p>',
        workMode: 'REMOTE',
      },
    ],
    dropped: ['contractType: Contract'],
  },
}

const run = (args: string[]) => runCommand(['jobs', ...args], { env: environmentFor(server, company) })

describe.each(presetNames)('the preset %s', (name) => {
  test.each([1, 100_000])('reads the feed of its vendor in pieces of %i bytes', async (size) => {
    const map = await loadPreset(name)
    const { jobs, problems, dropped, broken, extra, nearMisses, unused } = await readPieces(
      await readFile(findFixture(name)),
      { map, isPreset: true, size },
    )
    expect({ jobs, dropped, problems, broken }).toEqual({ ...expected[name], problems: [], broken: undefined })
    // Nobody is told of names that the vendor chose.
    expect({ nearMisses, unused }).toEqual({ nearMisses: [], unused: [] })
    expect(['department', 'reference', 'url']).toEqual(expect.arrayContaining(extra))
  })

  test('syncs, and finds all jobs unchanged the second time', async () => {
    const args = ['sync', findFixture(name), '--preset', name, '--yes', '--json']
    const first = await run(args)
    expect(JSON.parse(first.stdout)).toMatchObject({ done: { created: 2, failed: 0 }, error: null })
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

/** Values that a vendor's documentation or another public source names. A preset must know each of them. */
const known: { preset: PresetName; name: string; field: string; values: string }[] = [
  { preset: 'ashby', name: 'employmentType', field: 'contractType', values: 'FullTime PartTime Intern Temporary' },
  { preset: 'ashby', name: 'workplaceType', field: 'workMode', values: 'OnSite Remote Hybrid' },
  { preset: 'indeed', name: 'remotetype', field: 'workMode', values: 'Fully remote|WFH Flexible|COVID-19' },
  { preset: 'indeed', name: 'jobtype', field: 'contractType', values: 'fulltime, parttime|fulltime, temporary' },
  { preset: 'lever', name: 'workplaceType', field: 'workMode', values: 'unspecified on-site remote hybrid' },
  {
    preset: 'personio',
    name: 'employmentType',
    field: 'contractType',
    values: 'permanent intern trainee freelance temporary fixed_term working_student',
  },
  {
    preset: 'personio',
    name: 'yearsOfExperience',
    field: 'minExperience',
    values: 'lt-1 1-2 2-5 5-7 7-10 10-15 gt-15',
  },
  {
    preset: 'recruitee',
    name: 'employment_type_code',
    field: 'contractType',
    values:
      'fulltime parttime fulltime_permanent parttime_permanent fulltime_fixed_term parttime_fixed_term parttime_minijob freelance temporary seasonal internship traineeship apprenticeship volunteer',
  },
  {
    preset: 'schema-org',
    name: 'employmentType',
    field: 'contractType',
    values:
      'FULL_TIME PART_TIME CONTRACTOR TEMPORARY INTERN VOLUNTEER PER_DIEM OTHER full-time part-time temporary seasonal internship',
  },
  {
    preset: 'schema-org',
    name: 'educationRequirements',
    field: 'educationLevel',
    values: 'high school|associate degree|bachelor degree|professional certificate|postgraduate degree|no requirements',
  },
  {
    preset: 'smartrecruiters',
    name: 'typeOfEmployment.id',
    field: 'contractType',
    values: 'permanent part-time temporary intern internship apprenticeship',
  },
  { preset: 'teamtailor', name: 'remoteStatus', field: 'workMode', values: 'none temporary hybrid fully' },
  {
    preset: 'workable',
    name: 'employment_type',
    field: 'contractType',
    values: 'Full-time Part-time Temporary Internship Other',
  },
  {
    preset: 'workable',
    name: 'education',
    field: 'educationLevel',
    values:
      "Unspecified|Some High School Coursework|High School or equivalent|Vocational - HS Diploma|Vocational|Certification|Some College Coursework Completed|Vocational - Degree|Associate Degree|Bachelor's Degree|Professional|Master's Degree|Doctorate",
  },
]

test.each(known)('the preset $preset knows the values of $name', async ({ preset, name, field, values }) => {
  const rows = values.split(values.includes('|') ? '|' : ' ').map((value, at) => {
    const id = `${at}`
    return { id, guid: id, shortcode: id, referencenumber: id, identifier: id, [name]: value }
  })
  const map = { ...(await loadPreset(preset)), list: 'rows' }
  const { jobs, dropped, problems } = await readPieces(JSON.stringify({ rows }), { map, isPreset: true })
  expect({ dropped, problems, read: jobs.length }).toEqual({ dropped: [], problems: [], read: rows.length })
  expect(jobs.filter((job) => job[field] !== undefined)).not.toEqual([])
})

test('the preset smartrecruiters also reads single postings, one on each line', async () => {
  const fixture = JSON.parse(await readFile(findFixture('smartrecruiters'), 'utf8'))
  const [posting] = fixture.content
  const lines = [posting, { ...posting, id: '744000000000003' }].map((one) => JSON.stringify(one))
  const map = await loadPreset('smartrecruiters')
  const { jobs, problems } = await readPieces(lines.join('\n'), { map, isPreset: true })
  const [job] = expected.smartrecruiters.jobs
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
