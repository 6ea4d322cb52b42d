import type { SearchQuery } from '@boardwalk/core/catalogue/query'
import type { Company, CompanyPictures } from '@boardwalk/core/company/service'
import type { Application } from '@boardwalk/core/intake/application'
import type { StoredJob } from '@boardwalk/core/job/job'
import type { BoardIdentity } from '@boardwalk/core/process/settings'
import type { CvType } from '@boardwalk/schema/application'
import type { Locale } from '@boardwalk/schema/company'
import type { Issue } from '@boardwalk/schema/error'
import type { Answer } from '@boardwalk/schema/questions'
import type { Request } from 'express'
import { createElement, Fragment, type ReactNode } from 'react'

/* What a public page knows of the site that it belongs to. */

/** The language of a page of the whole board, the board, and the server's address. */
export interface BoardSite {
  locale: Locale
  board: BoardIdentity
  /** The server's public address, without a slash at its end. */
  publicUrl: string
  /** The types of files that a CV may be. */
  cvTypes: readonly CvType[]
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

/** A list of published jobs, and the site whose pages show it: a company's list, or that of the whole board. */
export interface JobListOnSite {
  site: PageSite
  /** The title of its page. */
  title: string
  /** The path of the list, without its query. */
  path: string
  search: SearchQuery
}

/** A link in the foot of a page. One without an address is left out. */
export interface FooterLink {
  href: string | null
  text: string
}

/** The form of a job, as it was sent before if it was. */
export interface FormOnSite extends JobOnSite {
  /** The fields of the earlier sending, by name. */
  sent?: Readonly<Record<string, unknown>> | undefined
  /** What is wrong with each field that a part added, by the name of the field. */
  addedProblems?: Readonly<Record<string, string>> | undefined
}

/** A mistake in a field that a part added to the form. Its path is the name of the field. */
export interface AddedProblem extends Issue {
  /** The message for people, in the language of the page. */
  text: string
}

/** What a part adds to the form of a job. */
export interface FormAddition {
  /** Renders the fields, which come before the CV. */
  Fields(form: FormOnSite): ReactNode
  /** The most values of the fields in one form. The job may have changed since the form was read, so this is the same for all jobs. */
  valuesMax: number
  /** Reads the fields of a form that was sent. */
  read(page: JobOnSite, fields: Readonly<Record<string, unknown>>): { answers: Answer[]; problems: AddedProblem[] }
}

/** The places of public pages to which parts add something, with what each place shows. */
interface Places {
  /** In the head of a page that search engines and shared links read. */
  inHead: SharedPage
  /** In the head of the page of a list of jobs. */
  inHeadOfJobs: JobListOnSite
  /** Below a list of jobs. */
  belowJobs: JobListOnSite
  /** Below the confirmation of an application: the search whose jobs are of the same kind. */
  belowConfirmation: JobListOnSite
  /** Beside a published job, below the ways to share it. */
  besideJob: JobOnSite
}
type AtPlaces = { [Place in keyof Places]?: (page: Places[Place]) => ReactNode }

/** An application, in the language of the mail that confirms it. */
export interface ConfirmedApplication {
  company: Company
  application: Application
  locale: Locale
}

/** What a part of the board adds to the public pages, and to the mail that confirms an application. */
export interface SiteSlots extends AtPlaces {
  /** Links in the foot of a page, among those for people. */
  footerLinks?(site: PageSite): readonly FooterLink[]
  /** The attributes of a form to apply that comes without texts. `data-begun` is an address that the page's script tells that it was begun. */
  newFormAttributes?(page: JobOnSite): Record<`data-${string}`, string>
  form?: FormAddition
  /** Paragraphs of the mail that confirms an application, below its reference. */
  inConfirmation?(confirmed: ConfirmedApplication): Promise<readonly string[]>
  /** Is told that the page of a published job is sent. */
  jobPageOpened?(job: StoredJob, req: Request): void
  /** The addresses that crawlers must not open, as robots.txt writes them. */
  closedToCrawlers?: readonly string[]
}

/** Renders what the parts add at a place of a page. */
export const renderSlot = <Place extends keyof Places>(
  slots: readonly AtPlaces[],
  place: Place,
  page: Places[Place],
): ReactNode => createElement(Fragment, null, ...slots.map((slot) => slot[place]?.(page)))
