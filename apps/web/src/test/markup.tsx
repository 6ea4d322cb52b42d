import type { Locale } from '@boardwalk/schema/company'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LanguageProvider } from '../language.tsx'
import { router } from '../router.tsx'
import { queryClient, trpc } from '../trpc.ts'

const me = {
  userId: 'u-1',
  email: 'karim@atlas.example',
  company: { id: 'c-1', name: 'Atlas Talents', slug: 'atlas', locale: 'fr', isSuspended: false },
  operatorEmail: null,
} as const

/**
 * Renders a page of the back office without a browser, as its first markup: effects do not run and nothing can be clicked.
 * The path is written as the router writes it. `answer` stores the answers of the server that the page shows.
 */
export async function renderPage(path: string, answer: () => void, locale: Locale = 'en'): Promise<string> {
  queryClient.clear()
  queryClient.setQueryData(trpc.session.me.queryKey(), me)
  answer()
  const history = createMemoryHistory({ initialEntries: [`/backoffice${path}`] })
  const opened = createRouter({ ...router.options, history })
  await opened.load()
  return renderPart(<RouterProvider router={opened} />, locale)
}

/** Renders a part of a page in the same way. */
export function renderPart(part: ReactNode, locale: Locale = 'en'): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <LanguageProvider initial={locale}>
        <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  )
}

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
const readCharacters = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (escaped) => characters[escaped] ?? '')

/** Reads the text of markup. React escapes every `<` of a text, so each one begins a tag. */
export const readText = (html: string): string =>
  readCharacters(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Finds the elements of a name that contain no other of this name. */
export const findElements = (html: string, name: string): string[] =>
  html.match(new RegExp(`<${name}[ >].*?</${name}>`, 'gs')) ?? []

/** Reads the values of an attribute, in the order of the markup. */
export const readAttributes = (html: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, value = '']) => readCharacters(value))

/** The part of a page that differs from the other pages. */
export const readMain = (html: string): string => findElements(html, 'main').join('')
