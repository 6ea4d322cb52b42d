import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

type SetHeaders = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

/**
 * What every answer says, whatever it is: that nobody stores it, embeds it, frames it or guesses its type. A page says
 * what more it needs, and what may be stored says so itself.
 */
export function createSecurityHeaders(publicUrl: string): SetHeaders {
  const secure = helmet({
    // Over plain http this would send browsers to an https that nobody serves.
    strictTransportSecurity: publicUrl.startsWith('https:'),
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
  return (req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    secure(req, res, next)
  }
}
