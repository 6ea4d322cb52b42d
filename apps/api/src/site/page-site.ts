import type { Company, CompanyPictures } from '@boardwalk/core/company/service'
import type { StoredJob } from '@boardwalk/core/job/job'
import type { BoardIdentity } from '@boardwalk/core/process/settings'
import type { Locale } from '@boardwalk/schema/company'
import { createElement, Fragment, type ReactNode } from 'react'

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

/** A page that search engines and shared links read. */
export interface SharedPage {
  /** The site of a company, or of the whole board. */
  site: PageSite
  title: string
  /** Given if the page shows a job. */
  job?: StoredJob | undefined
}

/** The places of public pages to which parts of the board add something, and what each knows of its page. */
interface Places {
  /** Beside a published job, below the ways to share it. */
  besideJob: JobOnSite
  /** In the head of a page that search engines and shared links read. */
  inHead: SharedPage
}
type Slots = { [Place in keyof Places]?: (page: Places[Place]) => ReactNode }

/** What a part of the board adds to the public pages, by the place. */
export interface SiteSlots extends Slots {
  /** The addresses that crawlers must not open, as robots.txt writes them. */
  closedToCrawlers?: readonly string[]
}

/** Renders what the parts add at a place of a page. */
export const renderSlot = <Place extends keyof Places>(
  slots: readonly Slots[],
  place: Place,
  page: Places[Place],
): ReactNode => createElement(Fragment, null, ...slots.map((slot) => slot[place]?.(page)))
