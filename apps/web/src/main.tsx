import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { DirectionProvider, MantineProvider, MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, markDocument, readLocale, useWords } from './language.tsx'
import { dropSecondClicks } from './part/second-click.ts'
import { commonWords } from './part/words.ts'
import './look.css'
import { router } from './router.tsx'
import './styles.ts'
import { readable, theme } from './theme.ts'
import { queryClient } from './trpc.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// The server's policy allows only style elements that carry the nonce of this answer.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

/** The place of the messages about a success. Each message has a close button whose name is in the user's language. */
function Toasts() {
  const words = useWords(commonWords)
  const closeButtonProps = { 'aria-label': words.close }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      {/* At the top it covers no button, in either direction of writing. */}
      <Notifications position="top-center" />
    </MantineThemeProvider>
  )
}

const locale = readLocale()
markDocument(locale)
dropSecondClicks(document)
/**
 * Shows the app in place of the text of index.html, once the code of the first page has come. An `await` outside
 * of a function would never end: the files of the pages import this one and wait for it.
 */
async function start(container: HTMLElement): Promise<void> {
  await router.load()

  flushSync(() =>
    createRoot(container).render(
      <StrictMode>
        <DirectionProvider initialDirection={pageLanguages[locale].dir} detectDirection={false}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={readable}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
          >
            <LanguageProvider initial={locale}>
              <QueryClientProvider client={queryClient}>
                <Toasts />
                <RouterProvider router={router} />
              </QueryClientProvider>
            </LanguageProvider>
          </MantineProvider>
        </DirectionProvider>
      </StrictMode>,
    ),
  )
  document.querySelector('body > .waiting')?.remove()
}

void start(root)
