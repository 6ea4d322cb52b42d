import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const { scripts, engines } = JSON.parse(await read('package.json'))

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job {
  strategy?: { matrix: Record<string, string[]> }
  /** Absent if the job is a workflow of this repository. */
  steps?: Step[]
  uses?: string
  needs?: string[]
  if?: string
  environment?: string
  permissions?: Record<string, string>
}
const names = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('.yml'))
const workflows = await Promise.all(
  names.map(async (name) => {
    const text = await read(`.github/workflows/${name}`)
    return { name, text, jobs: parse(text).jobs as Record<string, Job> }
  }),
)
const jobsOf = (file: string) => workflows.find(({ name }) => name === file)?.jobs ?? {}

describe.each(workflows)('the workflow $name', ({ text }) => {
  it('calls only scripts that exist, and actions by the hash of a commit, with its version', () => {
    for (const [line] of text.matchAll(/uses:.*/g))
      expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$|uses: \$\/\.github\/workflows\/\w+\.yml$/)
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(scripts).toHaveProperty([name])
  })
})

it('both versions of MongoDB run every test and the chaos program', () => {
  const jobs = jobsOf('mongodb.yml')
  expect(Object.keys(jobs)).toEqual(['tests', 'chaos'])
  for (const { strategy } of Object.values(jobs)) expect(strategy?.matrix.mongodb).toEqual(['7', '8'])
})

describe('a release', () => {
  const jobs = jobsOf('release.yml')
  const publishing = Object.entries(jobs).filter(([name]) => /^publish-|^release$/.test(name))

  it('publishes only a tag, only if it is no rehearsal, and only after every test and the check of the release', () => {
    expect(publishing.map(([name]) => name)).toEqual(['publish-image', 'publish-npm', 'release', 'publish-pages'])
    for (const [, job] of publishing) expect(job.if).toBe("github.ref_type == 'tag' && !inputs.dry-run")
    const listNeeds = (name: string): string[] =>
      (jobs[name]?.needs ?? []).flatMap((each) => [each, ...listNeeds(each)])
    for (const [name] of publishing)
      expect(listNeeds(name)).toEqual(expect.arrayContaining(['ci', 'mongodb', 'pack', 'image']))
    expect([jobs.ci?.uses, jobs.mongodb?.uses, jobs['publish-pages']?.uses]).toEqual([
      '$/.github/workflows/ci.yml',
      '$/.github/workflows/mongodb.yml',
      '$/.github/workflows/pages.yml',
    ])
    expect(JSON.stringify(jobs.pack?.steps)).toContain('npm run --silent release:check')
  })

  it('gives the right to publish to no job that runs code of the repository', () => {
    for (const [name, { permissions, steps = [] }] of Object.entries({ ...jobs, ...jobsOf('pages.yml') })) {
      const mayPublish = ['id-token', 'contents', 'pages'].some((right) => permissions?.[right] === 'write')
      const runsOwnCode = steps.some(({ uses = '', run = '' }) => /checkout@/.test(uses) || /npm (ci|run)/.test(run))
      expect([name, mayPublish && runsOwnCode]).toEqual([name, false])
    }
  })

  it('packs every package that npm gets, and needs no secret', async () => {
    const packed = JSON.stringify(jobs.pack?.steps).match(/-w [@\w/]+/g)
    const manifests = await Promise.all(
      (await readdir(new URL('packages', root))).map(async (name) =>
        JSON.parse(await read(`packages/${name}/package.json`)),
      ),
    )
    const published = manifests.filter((manifest) => !manifest.private).map(({ name }) => `-w ${name}`)
    expect(packed?.toSorted()).toEqual(published.toSorted())
    expect(await read('.github/workflows/release.yml')).not.toContain('secrets.')
  })
})

describe('a line of Node that is supported', () => {
  /** The first version of each line, such as "20.19.0". */
  const firsts: string[] = engines.node.match(/\d+\.\d+\.\d+/g)
  const lines = firsts.map((first) => first.split('.')[0])
  /** The line that newcomers have. The last range of `engines` allows every later line. */
  const newest = '26'
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs))

  it('is the same for the repository and for each package that is published', async () => {
    for (const name of await readdir(new URL('packages', root)))
      expect([name, JSON.parse(await read(`packages/${name}/package.json`)).engines]).toEqual([name, engines])
  })

  it('runs every test on GitHub, the oldest from its first version, and the other jobs run on the line of .nvmrc', async () => {
    const current = (await read('.nvmrc')).trim()
    expect(lines).toContain(current)
    for (const { strategy, steps = [] } of jobs) {
      const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with
      const matrix = strategy?.matrix.node
      if (matrix !== undefined) {
        expect(node).toMatchObject({ 'node-version': '$' + '{{ matrix.node }}' })
        expect(matrix).toEqual([firsts[0]?.replace(/\.0$/, ''), ...lines.slice(1), newest])
      } else if (node !== undefined)
        expect(node['node-version-file'] ?? node['node-version']).toBeOneOf(['.nvmrc', current])
    }
    expect(jobs.filter(({ strategy }) => strategy?.matrix.node !== undefined)).toHaveLength(2)
  })
})
