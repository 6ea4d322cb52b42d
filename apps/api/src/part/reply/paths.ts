import type { Locale } from '@boardwalk/schema/company'
import { boardPath } from '../../site/site.ts'

/** The address to which the link in the confirmation of an application leads. */
export const applicantPath = (locale: Locale): string => `${boardPath(locale)}/application`
