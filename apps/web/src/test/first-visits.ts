import { readFile } from 'node:fs/promises'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { it } from 'vitest'
import { loaded, useBackOffice } from './back-office.ts'
import { countLoading } from './visit.ts'

/* Measures the first visit to three pages on a slow line: npm run visits. bench/README.md has the figures. */

const backOffice = useBackOffice()

it('first visits', async () => {
  const { company, server } = backOffice
  const { jobs } = JSON.parse(await readFile(sourceFile('examples/jobs.json'), 'utf8'))
  const { results } = (await company.call('PUT', '/jobs', { jobs })).body
  const { jobUrl } = results.find(({ error }: { error: unknown }) => error === null)
  for (const [name, url] of [
    ['Home', `${server.url}/backoffice`],
    ['a company', `${server.url}/fr/companies/${company.slug}`],
    ['a job', jobUrl],
  ]) {
    const page = await backOffice.newUserPage()
    const loading = await countLoading(page)
    await loading.slowDown()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const headingMs = await page.evaluate(() => performance.now())
    await loaded(page)
    await page.waitForLoadState('networkidle')
    const [documentMs, textMs] = await page.evaluate(() => [
      performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).responseEnd)[0],
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    ])
    const seconds = [documentMs, textMs, headingMs].map((ms = 0) => (ms / 1000).toFixed(1))
    process.stdout.write(
      `${name}: ${Math.round(loading.bytes / 1000)} kB, ${loading.urls.length} requests; HTML ${seconds[0]} s, text ${seconds[1]} s, heading ${seconds[2]} s\n`,
    )
    await page.context().close()
  }
})
