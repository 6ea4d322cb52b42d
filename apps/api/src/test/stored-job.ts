import type { StoredJob } from '@boardwalk/core/job/job'
import { UNNAMED_BOARD } from '@boardwalk/core/process/settings'
import { CV_TYPES } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { JobFields } from '@boardwalk/schema/job'
import type { JobTerms } from '@boardwalk/schema/terms'
import type { CompanySite } from '../site/page-site.ts'

/* A job and a company's site as functions that render pages get them, without a database. */

export function makeStoredJob(fields: Partial<JobFields>, terms: JobTerms = {}): StoredJob {
  const at = new Date('2026-03-01T00:00:00Z')
  return {
    id: 7,
    companyId: 'cmp_1',
    externalId: 'A',
    slug: 'comptable-7',
    locale: null,
    revision: 1,
    status: 'PUBLISHED',
    extra: '{}',
    terms,
    suspendedAt: null,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    changedBy: 'api',
    fields: {
      title: 'Comptable',
      ...fields,
    },
  }
}

export function makeSite(locale: Locale = 'fr', company: Partial<CompanySite['company']> = {}): CompanySite {
  return {
    locale,
    publicUrl: 'https://jobs.example.com',
    board: UNNAMED_BOARD,
    cvTypes: CV_TYPES,
    slots: [],
    logo: null,
    cover: null,
    thumbnail: undefined,
    company: {
      id: 'cmp_1',
      name: 'Atlas Talents',
      slug: 'atlas',
      locale: 'fr',
      description: null,
      website: null,
      privacy: null,
      currency: null,
      contactEmail: null,
      suspendedAt: null,
      ...company,
    },
  }
}
