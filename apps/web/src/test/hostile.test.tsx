import { hostileStrings as allStrings } from '@boardwalk/api/test/hostile-strings'
import { expect, it } from 'vitest'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { findElements, readAttributes, readMain, readText, renderPage } from './markup.tsx'

const at = '2026-03-01T09:30:00.000Z'
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The elements of markup with the names of their attributes. A text that was treated as markup would add to them. */
const readShape = (html: string): string[] =>
  Array.from(html.matchAll(/<([a-z][^\s>]*)([^>]*)>/g), ([, name, attributes = '']) =>
    [name, ...Array.from(attributes.matchAll(/ ([\w:-]+)="[^"]*"/g), ([, attribute]) => attribute)].join(' '),
  )

/** React escapes every text in the same way, so a fifth of the strings shows it. */
const hostileStrings = allStrings.filter((_, index) => index % 5 === 0)
const isWebAddress = (text: string) => /^https?:/i.test(text)

const makeApplication = (text: string) =>
  ({
    ...{ id: 'a-1', jobId: 1, jobTitle: text, date: at, status: 'PENDING', isErased: false, email: text, phone: text },
    ...{
      linkedinUrl: text,
      message: text,
      firstName: text,
      lastName: text,
      appliedBefore: null,
      erasedAt: null,
      othersOfPerson: 0,
      cvUrl: null,
    },
    ...{ cvDownloadUrl: null, personUrl: null, hasCv: false },
  }) satisfies Answers['application']['get'] & Answers['application']['list']['applications'][number]

it('the page of an application shows a hostile string in each of its fields as text, and links only to web, mail and telephone', async () => {
  const render = async (text: string) => {
    const answer = () => queryClient.setQueryData(trpc.application.get.queryKey({ id: 'a-1' }), makeApplication(text))
    return readMain(await renderPage('/applications/a-1', answer))
  }
  const [plain, linked] = [await render('x'), await render('https://x.example')]
  for (const text of hostileStrings) {
    const page = await render(text)
    expect([text, readShape(page)]).toEqual([text, readShape(isWebAddress(text) ? linked : plain)])
    expect(findElements(page, 'h1').map(readText)).toEqual([oneLine(`${text} ${text}`)])
    for (const address of readAttributes(page, 'href')) expect(address).toMatch(/^(https?:|mailto:|tel:|\/backoffice)/i)
  }
})

it.each<[list: string, path: string, answer: (texts: readonly string[]) => void]>([
  [
    'applications',
    '/applications',
    (texts) =>
      queryClient.setQueryData(trpc.application.list.queryKey({ page: 1, pageSize: 50 }), {
        applications: texts.map((text, index) => ({ ...makeApplication(text), id: `a-${index}` })),
        total: texts.length,
      }),
  ],
  [
    'jobs',
    '/jobs',
    (texts) =>
      queryClient.setQueryData(trpc.job.list.queryKey({ page: 1, pageSize: 50 }), {
        jobs: texts.map((text, jobId) => ({
          ...{
            jobId,
            externalId: text,
            title: text,
            city: [text, text],
            status: 'PUBLISHED' as const,
            applications: 0,
          },
          ...{ updatedAt: at, createdAt: at, jobUrl: '', markupWarning: null, revision: 1, isDeletable: false },
        })),
        total: texts.length,
      }),
  ],
  [
    'requests',
    '/activity',
    (texts) =>
      queryClient.setQueryData(trpc.activity.list.queryKey({}), {
        requests: texts.map((text, index) => ({
          ...{ at, requestId: `r-${index}`, operation: 'updateJob', durationMs: 1, status: 400, errorMessage: text },
          ...{ keyId: 'k', keyName: text, keyEnding: '', endpoint: null, job: null, errorCode: null, wrongPaths: [] },
        })),
        next: null,
      }),
  ],
])('the list of %s shows hostile strings as text', async (_list, path, answer) => {
  const [, plain = '', ...rows] = findElements(await renderPage(path, () => answer(['x', ...hostileStrings])), 'tr')
  expect(rows).toHaveLength(hostileStrings.length)
  for (const [index, row] of rows.entries()) {
    const text = hostileStrings[index] ?? ''
    expect([text, readShape(row)]).toEqual([text, readShape(plain)])
    expect(readText(row)).toContain(oneLine(text))
  }
})
