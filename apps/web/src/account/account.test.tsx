import { expect, it } from 'vitest'
import { locales } from '../test/back-office.ts'
import { findElements, readText, renderPage } from '../test/markup.tsx'
import { queryClient, trpc } from '../trpc.ts'

it.each(locales)('the sessions name their browsers in %s, this one first and without a button', async (locale) => {
  const at = '2026-03-01T09:30:00.000Z'
  const browser = { name: 'Firefox', system: 'Windows' } as const
  const session = { name: 'other', browser, startedAt: at, seenAt: at, isThis: false }
  const page = await renderPage(
    '/settings/account',
    () =>
      queryClient.setQueryData(trpc.account.listSessions.queryKey(), [
        session,
        { ...session, name: 'own', isThis: true },
      ]),
    locale,
  )
  const [, own = '', other = ''] = findElements(page, 'tr')
  const name = {
    en: 'Firefox on Windows',
    fr: 'Firefox sur Windows',
    ar: '\u2068Firefox\u2069 على \u2068Windows\u2069',
  }
  for (const row of [own, other]) expect(readText(row)).toContain(name[locale])
  expect([own, other].map((row) => findElements(row, 'button').length)).toEqual([0, 1])
})
