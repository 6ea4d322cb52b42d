import { pageLanguages } from '@boardwalk/schema/words/page-language'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ar } from './src/words/ar.ts'
import { en } from './src/words/en.ts'
import { fr } from './src/words/fr.ts'

/** Makes the page once for each language. The server sends the one of the reader (apps/api/src/http/built-pages.ts). */
const makePages: Plugin = {
  name: 'pages-in-every-language',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html')
    delete bundle['index.html']
    for (const { locale, loading, needsScript } of languages) {
      const texts = Object.values(bundle).find(
        (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/src/words/${locale}.ts`),
      )
      if (texts?.type !== 'chunk') throw new Error(`The build has no texts in ${locale}`)
      const language = `<html lang="${locale}" dir="${pageLanguages[locale].dir}"`
      const filled = replace(
        showTextFirst(String(page.source)),
        ['<html lang="en" dir="ltr"', language],
        ['{{loading}}', loading],
        ['{{needsScript}}', needsScript],
      )
      // The app asks for its texts once it runs. The browser need not wait for that.
      const links = [texts.fileName, ...texts.imports]
        .filter((file) => !filled.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin nonce="CSP_NONCE" href="/backoffice/${file}">\n`)
      const source = replace(filled, ['</head>', `${links.join('')}</head>`])
      this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source })
    }
  },
}

const languages = [
  { locale: 'en', ...en },
  { locale: 'fr', ...fr },
  { locale: 'ar', ...ar },
] as const

/**
 * Moves the stylesheet behind the text of the page. A browser shows nothing of what follows a stylesheet that still loads. It
 * must be before the app, whose own style elements take precedence over it.
 */
function showTextFirst(page: string): string {
  const [stylesheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? []
  return replace(page, [stylesheet, ''], ['<div id="root">', `${stylesheet}\n    <div id="root">`])
}

/** Replaces parts of a page. Throws if it lacks one. */
function replace(page: string, ...parts: [string, string][]): string {
  return parts.reduce((text, [part, by]) => {
    if (part === '' || !text.includes(part)) throw new Error(`The page lacks ${part}`)
    return text.replace(part, by)
  }, page)
}

export default defineConfig({
  base: '/backoffice/',
  // The server puts a nonce of each answer in its place.
  html: { cspNonce: 'CSP_NONCE' },
  plugins: [react(), makePages],
  resolve: { conditions: ['@boardwalk/source', 'module', 'browser', 'development|production'] },
  build: {
    // One stylesheet: that of a single page is a few hundred bytes, and a request costs a slow line more.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files. Without groups, each set of pages that share something has a file for it: 45 for the first page.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'app', tags: ['$initial'] },
            // The texts need plurals at once, and nothing else that pages share.
            { name: 'shared', minShareCount: 2, test: /^(?!.*[\\/]words[\\/]plural\.ts)/ },
          ],
        },
      },
    },
  },
})
