import type { Company, CompanyPictures } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import type { BoardIdentity } from '@boardwalk/core/process/settings'
import type { Locale } from '@boardwalk/schema/company'
import type { Request } from 'express'
import type { ReactNode } from 'react'

/* What a public page knows of the site that it belongs to. */

/** The language of a page of the whole board, the board, and the server's address. */
export interface BoardSite {
  locale: Locale
  board: BoardIdentity
  /** The server's public address, without a slash at its end. */
  publicUrl: string
  /** What the parts of the board add to its pages. */
  slots: readonly SiteSlots[]
}

/** The same for a company's page, and the company. */
export interface CompanySite extends BoardSite, CompanyPictures {
  company: Company
  /** The logo as a small picture in a `data:` address, which costs a page no request. Undefined without a logo. */
  thumbnail: string | undefined
}

/** What any page knows of its site. Pages of the board and of errors have no company. */
export type PageSite = CompanySite | (BoardSite & { company?: undefined; logo?: undefined; thumbnail?: undefined })

/** A job, and the site whose pages show it. */
export interface JobOnSite {
  site: CompanySite
  job: StoredJob
}

/** What a part of the board adds to the public pages, by the place. */
export interface SiteSlots {
  /** Beside a published job, below the ways to share it. */
  besideJob?(page: JobOnSite): ReactNode
  /** The attributes of a form to apply that comes without texts. `data-begun` is an address that the page's script tells that it was begun. */
  newFormAttributes?(page: JobOnSite): Record<`data-${string}`, string>
  /** Is told that the page of a published job is sent. */
  jobPageOpened?(job: StoredJob, req: Request): void
  /** The addresses that crawlers must not open, as robots.txt writes them. */
  closedToCrawlers?: readonly string[]
}
type Place = {
  [Name in keyof SiteSlots]-?: NonNullable<SiteSlots[Name]> extends (page: never) => ReactNode ? Name : never
}[keyof SiteSlots]

/** Renders what the parts add at a place of a page. */
export const renderSlot = <Name extends Place>(
  slots: readonly SiteSlots[],
  place: Name,
  page: Parameters<NonNullable<SiteSlots[Name]>>[0],
): ReactNode => slots.map((slot) => slot[place]?.(page))
