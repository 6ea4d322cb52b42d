import type { Locale } from '@boardwalk/schema/company'
import type { MailWords } from '../words.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Every text of the mails, by language. */
export const mailWords: Record<Locale, MailWords> = { fr, en, ar }
