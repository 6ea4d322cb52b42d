import { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { commonWords } from './src/part/words.ts'

/** Makes the page once for each language. The server sends the one of the reader (apps/api/src/http/built-pages.ts). */
const makePages: Plugin = {
  name: 'pages-in-every-language',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('The build has no index.html')
    delete bundle['index.html']
    for (const locale of Locale.options) {
      const { loading, needsScript } = commonWords[locale]
      const source = replace(
        showTextFirst(String(page.source)),
        ['<html lang="en" dir="ltr"', `<html lang="${locale}" dir="${pageLanguages[locale].dir}"`],
        ['{{loading}}', loading],
        ['{{needsScript}}', needsScript],
      )
      this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source })
    }
  },
}

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
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
})
