import type { Locale } from '@boardwalk/schema/company'
import { ar } from './ar.ts'
import type { Words } from './en.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Every text of the public site, by language. */
export const siteWords: Record<Locale, Words> = { fr, en, ar }
