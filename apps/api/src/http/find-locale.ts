import { Locale } from '@boardwalk/schema/company'
import type { Request } from 'express'

/**
 * Finds the language that was chosen in the back office (apps/web/src/language.tsx), or else the one that the browser prefers.
 * If the browser names none of ours, it is `otherwise`.
 */
export function findLocale(req: Request, otherwise: Locale): Locale {
  const [, chosen] = /(?:^|; )(?:__Host-)?boardwalk-locale=(\w+)/.exec(req.headers.cookie ?? '') ?? []
  const offered = [otherwise, ...Locale.options.filter((locale) => locale !== otherwise)]
  return Locale.safeParse(chosen).data ?? Locale.safeParse(req.acceptsLanguages(offered)).data ?? otherwise
}
