import { Locale } from '@boardwalk/schema/company'
import { describe, expect, it } from 'vitest'
import { readAttributes, readMain, readText, renderPage } from '../test/markup.tsx'
import { queryClient, trpc } from '../trpc.ts'
import { shellWords } from './words.ts'

const suspend = () =>
  queryClient.setQueryData(
    trpc.session.me.queryKey(),
    (me) => me && { ...me, company: { ...me.company, isSuspended: true }, operatorEmail: 'board@example.com' },
  )

describe('a suspended company', () => {
  it.each(Locale.options)('is told on every page in %s, with the address of the operator', async (locale) => {
    for (const path of ['/', '/jobs', '/activity']) {
      const page = readMain(await renderPage(path, suspend, locale))
      expect(readText(page)).toContain(shellWords[locale].suspended.title)
      expect(readAttributes(page, 'href')).toContain('mailto:board@example.com')
    }
    expect(readText(readMain(await renderPage('/jobs', () => {}, 'en')))).not.toContain(shellWords.en.suspended.title)
  })
})
