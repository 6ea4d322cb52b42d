import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

/* Builds the static pages as `npm run pages` does, and reads all of them. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
/** Every page by its path. */
const pages = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-pages-'))
  const program = fileURLToPath(new URL('pages.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--import', 'tsx', program, folder], { cwd: root })
  for (const path of await readdir(folder, { recursive: true }))
    if (path.endsWith('.html')) pages.set(path, await readFile(join(folder, path), 'utf8'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const HOME = 'https://boardwalk-jobs.github.io/boardwalk/'
const SOURCE = /^https:\/\/github\.com\/boardwalk-jobs\/boardwalk\/(?:blob|tree)\/main\/([^#]*)/

/** Finds what is wrong with a link of a page; undefined if nothing is. */
function findProblem(path: string, href: string): string | undefined {
  const { href: address, hash } = new URL(href, `${HOME}${path}`)
  const file = SOURCE.exec(address)?.[1]
  if (file !== undefined) return existsSync(join(root, file)) ? undefined : 'no such file in the repository'
  if (!address.startsWith(HOME)) return undefined
  const target = address
    .slice(HOME.length)
    .replace(/#.*/, '')
    .replace(/(?:^|\/)$/, '$&index.html')
  if (!existsSync(join(folder, target))) return 'no such file'
  // Scalar makes the ids of the reference.
  if (hash === '' || target === 'reference.html') return undefined
  return pages.get(target)?.includes(`id="${decodeURIComponent(hash.slice(1))}"`) ? undefined : 'no such heading'
}

it('every link of the static pages leads to a page, a heading or a file that exists', async () => {
  const links = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, href = '']) => ({ path, href })),
  )
  const document = await readFile(join(folder, 'openapi.json'), 'utf8')
  for (const [, href = ''] of document.matchAll(/\]\(([^)]+)\)/g)) links.push({ path: 'reference.html', href })
  expect(links.length).toBeGreaterThan(1_000)
  const problems = links.map((link) => ({ ...link, problem: findProblem(link.path, link.href) }))
  expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([])
})

it('every guide is a static page', async () => {
  const guides = (await readdir(join(root, 'docs/guides'))).filter((name) => name.endsWith('.md'))
  for (const name of guides) expect([...pages.keys()]).toContain(`docs/guides/${name.replace('.md', '.html')}`)
})

it('each static page has a title, a description and an address of its own, and loads nothing from another server', () => {
  const found = [...pages].map(([path, html]) => {
    const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    return {
      path,
      title: find(/<title>(.*)<\/title>/),
      description: find(/<meta name="description" content="(.*)">/),
      canonical: find(/<link rel="canonical" href="(.*)">/),
      policy: find(/<meta http-equiv="content-security-policy" content="(.*?);/),
      loaded: [...html.matchAll(/(?:\bsrc|<link rel="(?:icon|stylesheet)" href)="([^"]*)"/g)].map(
        ([, address]) => address,
      ),
    }
  })
  for (const { path, title, description, canonical, policy, loaded } of found) {
    expect(description.length, path).toBeGreaterThan(20)
    expect([path, canonical]).toEqual([path, `${HOME}${path.replace(/index\.html$/, '')}`])
    expect([path, policy]).toEqual([path, "default-src 'none'"])
    for (const address of loaded)
      expect([path, address]).toEqual([path, expect.stringMatching(/^(?:\.\.\/)*(?:assets|docs)\//)])
    expect(found.filter((other) => other.title === title)).toHaveLength(1)
  }
})
