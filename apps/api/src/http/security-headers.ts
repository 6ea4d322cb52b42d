import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * The headers of every answer, whatever it is: nobody stores it, embeds it, frames it or guesses its type. A page adds
 * what it needs, and an answer that may be stored says so itself.
 */
export function createSecurityHeaders({ isHttps }: { isHttps: boolean }): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    // Over plain http this would send browsers to an https that nobody serves.
    strictTransportSecurity: isHttps,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // For the page of an error.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // For browsers that nobody has any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  setHeaders(answer.req, answer, () => {})
  return { ...answer.getHeaders(), 'cache-control': 'no-store' }
}
