import { readFile } from 'node:fs/promises'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { expect, test } from 'vitest'
import { duties } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/* What the documentation says of the scenarios, and what they say of it. */

const read = (path: string) => readFile(sourceFile(path), 'utf8')

/** Makes the anchors of a page's headings as GitHub does. */
const findAnchors = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('the guide lists every scenario with its promise', async () => {
  const lists = Object.entries(duties).flatMap(([duty, does]) => {
    const items = scenarios.filter((each) => each.duty === duty).map(({ name, promise }) => `- \`${name}\`: ${promise}`)
    return items.length === 0 ? [] : `For programs that ${does}:\n\n${items.join('\n')}\n`
  })
  expect(await read('docs/guides/certifying.md')).toContain(`\n## The scenarios\n\n${lists.join('\n')}\n## `)
})

test('each scenario has a name of its own, and names a section of a guide', async () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
  for (const { name, guide } of scenarios) {
    const [path = '', anchor] = guide.split('#')
    expect({ name, anchors: findAnchors(await read(path)) }).toEqual({
      name,
      anchors: expect.arrayContaining([anchor]),
    })
  }
})
