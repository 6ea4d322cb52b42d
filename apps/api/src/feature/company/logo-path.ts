import type { Company, Logo } from './store.ts'

export const toLogoPath = (company: Pick<Company, 'slug'>, { hash }: Logo): string => `/logos/${company.slug}/${hash}`
