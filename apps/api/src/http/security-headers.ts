import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * Creates the headers of every answer. They forbid storing it, compressing it, embedding it, framing it and guessing its
 * type. A page adds what it needs. An answer that may be stored or compressed replaces `cache-control`.
 */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): OutgoingHttpHeaders {
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
  return { ...answer.getHeaders(), 'cache-control': 'no-store, no-transform' }
}
