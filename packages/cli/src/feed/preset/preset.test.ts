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
const known: { preset: PresetName; name: string; field: string; meanings: Record<string, string | number | null> }[] = [
  {
    preset: 'ashby',
    name: 'employmentType',
    field: 'contractType',
    meanings: { FullTime: null, PartTime: null, Intern: 'Stage', Temporary: 'CDD' },
  },
  {
    preset: 'ashby',
    name: 'workplaceType',
    field: 'workMode',
    meanings: { OnSite: 'ONSITE', Remote: 'REMOTE', Hybrid: 'HYBRID' },
  },
  {
    preset: 'indeed',
    name: 'remotetype',
    field: 'workMode',
    meanings: {
      'Fully remote': 'REMOTE',
      WFH: 'REMOTE',
      'Hybrid remote': 'HYBRID',
      'WFH Flexible': 'HYBRID',
      'COVID-19': null,
      'Temporarily remote': null,
    },
  },
  {
    preset: 'indeed',
    name: 'jobtype',
    field: 'contractType',
    meanings: {
      'fulltime, parttime': null,
      'full-time,part-time': null,
      'fulltime, temporary': 'CDD',
      seasonal: 'CDD',
      permanent: 'CDI',
      freelance: 'Freelance',
      internship: 'Stage',
      apprenticeship: 'Alternance',
      volunteer: 'Autre',
    },
  },
  {
    preset: 'indeed',
    name: 'education',
    field: 'educationLevel',
    meanings: {
      'High School': 'BAC',
      'High School Diploma': 'BAC',
      Associates: 'BAC +1/2',
      'Associates Degree': 'BAC +1/2',
      Bachelors: 'BAC +3/4',
      'Bachelors Degree': 'BAC +3/4',
      "Bachelor's Degree": 'BAC +3/4',
      Masters: 'BAC +5',
      'Masters Degree': 'BAC +5',
      "Master's Degree": 'BAC +5',
      Doctorate: 'BAC +5 et plus',
    },
  },
  {
    preset: 'lever',
    name: 'workplaceType',
    field: 'workMode',
    meanings: { unspecified: null, 'on-site': 'ONSITE', onsite: 'ONSITE', remote: 'REMOTE', hybrid: 'HYBRID' },
  },
  {
    preset: 'lever',
    name: 'categories.commitment',
    field: 'contractType',
    meanings: {
      'Full-time': null,
      'Full Time': null,
      Fulltime: null,
      'Part-time': null,
      'Part Time': null,
      Parttime: null,
      Permanent: 'CDI',
      'Fixed-term': 'CDD',
      'Fixed Term': 'CDD',
      Temporary: 'CDD',
      Contractor: 'Freelance',
      Freelance: 'Freelance',
      Intern: 'Stage',
      Internship: 'Stage',
      Apprenticeship: 'Alternance',
    },
  },
  {
    preset: 'personio',
    name: 'employmentType',
    field: 'contractType',
    meanings: {
      permanent: 'CDI',
      temporary: 'CDD',
      fixed_term: 'CDD',
      intern: 'Stage',
      trainee: 'Alternance',
      apprentice: 'Alternance',
      working_student: 'Autre',
      freelance: 'Freelance',
    },
  },
  {
    preset: 'personio',
    name: 'yearsOfExperience',
    field: 'minExperience',
    meanings: { 'lt-1': 0, '1-2': 1, '2-5': 2, '5-7': 5, '7-10': 7, '10-15': 10, 'gt-15': 15 },
  },
  {
    preset: 'personio',
    name: 'yearsOfExperience',
    field: 'maxExperience',
    meanings: { 'lt-1': 1, '1-2': 2, '2-5': 5, '5-7': 7, '7-10': 10, '10-15': 15, 'gt-15': null },
  },
  {
    preset: 'recruitee',
    name: 'employment_type_code',
    field: 'contractType',
    meanings: {
      fulltime: null,
      parttime: null,
      parttime_minijob: null,
      fulltime_permanent: 'CDI',
      parttime_permanent: 'CDI',
      permanent: 'CDI',
      fulltime_fixed_term: 'CDD',
      parttime_fixed_term: 'CDD',
      fixed_term: 'CDD',
      temporary: 'CDD',
      seasonal: 'CDD',
      freelance: 'Freelance',
      internship: 'Stage',
      traineeship: 'Stage',
      apprenticeship: 'Alternance',
      volunteer: 'Autre',
      other: 'Autre',
    },
  },
  {
    preset: 'recruitee',
    name: 'education_code',
    field: 'educationLevel',
    meanings: {
      high_school: 'BAC',
      vocational: 'BAC',
      associate_degree: 'BAC +1/2',
      bachelor_degree: 'BAC +3/4',
      master_degree: 'BAC +5',
      doctoral_degree: 'BAC +5 et plus',
      doctorate: 'BAC +5 et plus',
      unspecified: 'Non défini',
    },
  },
  {
    preset: 'recruitee',
    name: 'status',
    field: 'status',
    meanings: { published: 'PUBLISHED', internal: 'UNPUBLISHED' },
  },
  {
    preset: 'schema-org',
    name: 'employmentType',
    field: 'contractType',
    meanings: {
      FULL_TIME: null,
      PART_TIME: null,
      TEMPORARY: 'CDD',
      CONTRACTOR: 'Freelance',
      INTERN: 'Stage',
      VOLUNTEER: 'Autre',
      PER_DIEM: null,
      OTHER: 'Autre',
      'full-time': null,
      'part-time': null,
      temporary: 'CDD',
      seasonal: 'CDD',
      internship: 'Stage',
    },
  },
  {
    preset: 'schema-org',
    name: 'educationRequirements',
    field: 'educationLevel',
    meanings: {
      'high school': 'BAC',
      'associate degree': 'BAC +1/2',
      'bachelor degree': 'BAC +3/4',
      'professional certificate': null,
      'postgraduate degree': 'BAC +5',
      'no requirements': 'Non défini',
    },
  },
  {
    preset: 'smartrecruiters',
    name: 'typeOfEmployment.id',
    field: 'contractType',
    meanings: {
      'full-time': null,
      fulltime: null,
      'part-time': null,
      parttime: null,
      permanent: null,
      temporary: 'CDD',
      contractor: 'Freelance',
      freelance: 'Freelance',
      intern: 'Stage',
      internship: 'Stage',
      apprenticeship: 'Alternance',
      volunteer: 'Autre',
      other: 'Autre',
    },
  },
  {
    preset: 'teamtailor',
    name: 'remoteStatus',
    field: 'workMode',
    meanings: { none: 'ONSITE', temporary: null, hybrid: 'HYBRID', fully: 'REMOTE' },
  },
  {
    preset: 'workable',
    name: 'employment_type',
    field: 'contractType',
    meanings: { 'Full-time': null, 'Part-time': null, Temporary: 'CDD', Internship: 'Stage', Other: 'Autre' },
  },
  {
    preset: 'workable',
    name: 'education',
    field: 'educationLevel',
    meanings: {
      Unspecified: 'Non défini',
      'Some High School Coursework': 'Niveau BAC',
      'High School or equivalent': 'BAC',
      'Vocational - HS Diploma': 'BAC',
      Vocational: 'BAC',
      Certification: 'BAC +1',
      'Some College Coursework Completed': 'BAC +1',
      'Vocational - Degree': 'BAC +1/2',
      'Associate Degree': 'BAC +1/2',
      "Bachelor's Degree": 'BAC +3/4',
      "Master's Degree": 'BAC +5',
      Professional: 'BAC +5',
      Doctorate: 'BAC +5 et plus',
    },
  },
]

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
const others: [preset: PresetName, row: object, job: object][] = [
  ['ashby', { jobUrl: 'https://a.example/1' }, { id: 'https://a.example/1', url: 'https://a.example/1' }],
  ['ashby', { id: 'A', isRemote: false }, { id: 'A' }],
  ['indeed', { referencenumber: 'A', requisitionid: 'B', id: 'C' }, { id: 'A' }],
  ['indeed', { requisitionid: 'B', id: 'C' }, { id: 'B' }],
  ['indeed', { id: 'C' }, { id: 'C' }],
  [
    'lever',
    { id: 'A', categories: { allLocations: ['Fès'], team: 'Data' } },
    { id: 'A', city: 'Fès', department: 'Data' },
  ],
  ['personio', { id: 'A', additionalOffices: { office: 'Fès' } }, { id: 'A', city: 'Fès' }],
  ['recruitee', { id: 1, locations: [{ city: 'Fès' }], country: 'Maroc' }, { id: '1', city: 'Fès', country: 'Maroc' }],
  ['recruitee', { id: 1, remote: false, hybrid: false, on_site: false }, { id: '1' }],
  ['recruitee', { id: 1, remote: false, hybrid: true, on_site: false }, { id: '1', workMode: 'HYBRID' }],
  ['recruitee', { id: 1, remote: false, hybrid: true, on_site: true }, { id: '1', workMode: 'HYBRID' }],
  ['recruitee', { id: 1, remote: true, hybrid: false, on_site: false }, { id: '1', workMode: 'REMOTE' }],
  ['recruitee', { id: 1, remote: true, hybrid: false, on_site: true }, { id: '1', workMode: 'HYBRID' }],
  ['recruitee', { id: 1, remote: true, hybrid: true, on_site: false }, { id: '1', workMode: 'HYBRID' }],
  ['recruitee', { id: 1, remote: true }, { id: '1', workMode: 'REMOTE' }],
  ['recruitee', { id: 1, remote: false }, { id: '1' }],
  [
    'schema-org',
    { identifier: 'A', name: 'Cook', skills: 'You cook.' },
    { id: 'A', title: 'Cook', qualifications: 'You cook.' },
  ],
  ['schema-org', { '@id': '#1', jobBenefits: 'Lunch' }, { id: '#1', benefits: 'Lunch' }],
  [
    'schema-org',
    { identifier: 'A', jobLocation: { address: { addressCountry: { name: 'Maroc' } } } },
    { id: 'A', country: 'Maroc' },
  ],
  ['smartrecruiters', { id: 'A', typeOfEmployment: { label: 'Internship' } }, { id: 'A', contractType: 'Stage' }],
  ['smartrecruiters', { id: 'A', location: { remote: false, hybrid: true } }, { id: 'A', workMode: 'HYBRID' }],
  ['smartrecruiters', { id: 'A', location: { remote: true, hybrid: false } }, { id: 'A', workMode: 'REMOTE' }],
  ['smartrecruiters', { id: 'A', location: { remote: true, hybrid: true } }, { id: 'A', workMode: 'HYBRID' }],
  ['smartrecruiters', { id: 'A', location: { remote: false } }, { id: 'A' }],
  ['teamtailor', { id: 'A', _jobposting: { jobLocationType: 'TELECOMMUTE' } }, { id: 'A', workMode: 'REMOTE' }],
  ['workable', { shortcode: 'A', locations: [{ city: 'Fès' }], telecommuting: false }, { id: 'A', city: 'Fès' }],
  // Where both members are there, the first one counts.
  [
    'schema-org',
    {
      url: 'https://a.example/1',
      '@id': '#1',
      title: 'Cook',
      name: 'Acme',
      qualifications: 'You cook.',
      skills: 'Soup',
    },
    { id: 'https://a.example/1', title: 'Cook', qualifications: 'You cook.', url: 'https://a.example/1' },
  ],
  [
    'teamtailor',
    {
      guid: 'A',
      id: 'B',
      content_html: '<p>You cook.</p>',
      description: 'Soup',
      link: 'https://a.example/1',
      url: '#',
    },
    { id: 'A', description: '<p>You cook.</p>', url: 'https://a.example/1' },
  ],
  [
    'workable',
    {
      referencenumber: 'A',
      shortcode: 'B',
      jobtype: 'Temporary',
      employment_type: 'Other',
      category: 'Shop',
      department: 'X',
    },
    { id: 'A', contractType: 'CDD', department: 'Shop' },
  ],
]

test('a preset reads the member that a row has, and what several members say together', async () => {
  const read = async ([preset, row]: (typeof others)[number]) => {
    const map = { ...(await loadPreset(preset)), list: 'rows' }
    const { jobs, dropped, problems } = await readPieces(JSON.stringify({ rows: [row] }), { map, isPreset: true })
    return { preset, row, jobs, dropped, problems }
  }
  expect(await Promise.all(others.map(read))).toEqual(
    others.map(([preset, row, job]) => ({ preset, row, jobs: [job], dropped: [], problems: [] })),
  )
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
