import './styles.ts'
import './look.css'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from './language.tsx'
import { loadWords, markDocument, readLocale } from './locale.ts'
import { router } from './router.tsx'
import { readable, theme } from './theme.ts'
import { queryClient } from './trpc.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// The server's policy allows only style elements that carry the nonce of this answer.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

const locale = readLocale()
markDocument(locale)
const initial = { locale, words: await loadWords[locale]() }

createRoot(root).render(
  <StrictMode>
    <DirectionProvider initialDirection={pageLanguages[locale].dir} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readable}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider initial={initial}>
          <QueryClientProvider client={queryClient}>
            {/* At the top it covers no button, in either direction of writing. */}
            <Notifications position="top-center" />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
