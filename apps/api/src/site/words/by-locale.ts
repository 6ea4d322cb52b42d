import type { Locale } from '@boardwalk/schema/company'
import type { Words } from '../words.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

export const wordsOf: Record<Locale, Words> = { fr, en, ar }
