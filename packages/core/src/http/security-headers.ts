import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

type Header = [name: string, value: string]

/** Headers that a browser reads of a page only. An answer of the integration API is no page, so it does without them. */
const OF_PAGES = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  // `frame-ancestors` of the content security policy says the same.
  'x-frame-options',
])

/**
 * Creates the headers of every answer, and those that all but the integration API add. They forbid storing it, compressing it,
 * embedding it, framing it and guessing its type. A page adds what it needs. An answer that may be stored or compressed
 * replaces `cache-control`.
 */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): { ofAll: Header[]; ofPages: Header[] } {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    // On a board without https, this header would send browsers to an https address that no server has.
    strictTransportSecurity: isHttps,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // The page of an error needs the next two.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // These headers are for browsers that are no longer in use.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  setHeaders(answer.req, answer, () => {})
  answer.setHeader('cache-control', 'no-store, no-transform')
  const headers = answer.getHeaderNames().map((name): Header => [name, String(answer.getHeader(name))])
  return {
    ofAll: headers.filter(([name]) => !OF_PAGES.has(name)),
    ofPages: headers.filter(([name]) => OF_PAGES.has(name)),
  }
}
