import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const { scripts, engines } = JSON.parse(await read('package.json'))

type Job = { strategy: { matrix: Record<string, string[]> }; steps: { uses?: string; with?: Record<string, string> }[] }
const workflows = await Promise.all(
  ['ci.yml', 'mongodb.yml'].map(async (name) => {
    const text = await read(`.github/workflows/${name}`)
    return { name, text, jobs: parse(text).jobs as Record<string, Job> }
  }),
)
const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs))

describe.each(workflows)('the workflow $name', ({ text }) => {
  it('calls only scripts that exist, and actions by the hash of a commit, with its version', () => {
    for (const [line] of text.matchAll(/uses:.*/g)) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    const called = [...text.matchAll(/npm (?:run )?([\w:-]+)/g)].flatMap(([, name = '']) =>
      name === 'ci' ? [] : [name],
    )
    for (const name of called) expect(scripts).toHaveProperty([name])
  })
})

it('both versions of MongoDB run every test and the chaos program', () => {
  const [, mongodb] = workflows
  expect(Object.keys(mongodb?.jobs ?? {})).toEqual(['tests', 'chaos'])
  for (const { strategy } of Object.values(mongodb?.jobs ?? {})) expect(strategy.matrix.mongodb).toEqual(['7', '8'])
})

describe('a line of Node that is supported', () => {
  /** The first version of each line, such as "20.19.0". */
  const firsts: string[] = engines.node.match(/\d+\.\d+\.\d+/g)
  const lines = firsts.map((first) => first.split('.')[0])

  it('is the same for the repository and for each package that is published', async () => {
    for (const name of await readdir(new URL('packages', root)))
      expect([name, JSON.parse(await read(`packages/${name}/package.json`)).engines]).toEqual([name, engines])
  })

  it('runs every test on GitHub, the oldest from its first version, and the other jobs run on the line of .nvmrc', async () => {
    expect(lines).toContain((await read('.nvmrc')).trim())
    for (const { strategy, steps } of jobs) {
      const node = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with
      if (strategy.matrix.node === undefined) expect(node).toMatchObject({ 'node-version-file': '.nvmrc' })
      else {
        expect(node).toMatchObject({ 'node-version': '$' + '{{ matrix.node }}' })
        expect(strategy.matrix.node).toEqual(firsts.map((first, n) => (n === 0 ? first.replace(/\.0$/, '') : lines[n])))
      }
    }
    expect(jobs.filter(({ strategy }) => strategy.matrix.node !== undefined)).toHaveLength(2)
  })
})
