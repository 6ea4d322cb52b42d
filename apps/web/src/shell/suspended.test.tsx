import { describe, expect, it } from 'vitest'
import { readAttributes, readMain, readText, renderPage } from '../test/markup.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { ar } from '../words/ar.ts'
import { en } from '../words/en.ts'
import { fr } from '../words/fr.ts'

const suspend = () =>
  queryClient.setQueryData(
    trpc.session.me.queryKey(),
    (me) => me && { ...me, company: { ...me.company, isSuspended: true }, operatorEmail: 'board@example.com' },
  )

describe('a suspended company', () => {
  it.each([
    ['fr', fr],
    ['en', en],
    ['ar', ar],
  ] as const)('is told on every page in %s, with the address of the operator', async (locale, { shell }) => {
    for (const path of ['/', '/jobs', '/activity']) {
      const page = readMain(await renderPage(path, suspend, locale))
      expect(readText(page)).toContain(shell.suspended.title)
      expect(readAttributes(page, 'href')).toContain('mailto:board@example.com')
    }
    expect(readText(readMain(await renderPage('/jobs', () => {}, 'en')))).not.toContain(en.shell.suspended.title)
  })
})
