import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

it('the workflow for MongoDB calls scripts that there are, on the oldest node that is supported', async () => {
  const workflow = await read('.github/workflows/mongodb.yml')
  const { scripts, engines } = JSON.parse(await read('package.json'))
  const { jobs } = parse(workflow)
  expect(Object.keys(jobs)).toEqual(['tests', 'chaos'])
  for (const { strategy, steps } of Object.values<{ strategy: object; steps: Record<string, unknown>[] }>(jobs)) {
    expect(strategy).toMatchObject({ matrix: { mongodb: ['7', '8'] } })
    const node = steps.find(({ uses }) => String(uses).startsWith('actions/setup-node@'))
    expect(node).toMatchObject({ with: { 'node-version': /\d+/.exec(engines.node)?.[0] } })
  }
  const called = [...workflow.matchAll(/npm (?:run )?([\w:-]+)/g)].flatMap(([, name = '']) =>
    name === 'ci' ? [] : [name],
  )
  expect(called.length).toBeGreaterThan(0)
  for (const name of called) expect(scripts).toHaveProperty([name])
})
