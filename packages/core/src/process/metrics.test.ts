import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('the dashboard asks only for metrics that exist, and for each of our own', async () => {
  const dashboard = JSON.parse(
    await readFile(new URL('../../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
  )
  const asked: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(boardwalk|nodejs|process)_\w+/g) ?? []),
  )
  const names = createMetrics().names()
  const isThere = (name: string) => names.includes(name) || names.includes(name.replace(/_(bucket|count|sum)$/, ''))
  expect(asked.filter((name) => !isThere(name))).toStrictEqual([])
  const own = names.filter((name) => name.startsWith('boardwalk_'))
  expect(own.filter((name) => !asked.some((one) => one.startsWith(name)))).toStrictEqual([])
})
