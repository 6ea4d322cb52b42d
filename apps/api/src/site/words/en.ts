import type { JobFilterName } from '@boardwalk/core/job/filters'
import type { ApplyField, CvType } from '@boardwalk/schema/application'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { PayBasis } from '@boardwalk/schema/terms'
import { createPlural, isolate } from '@boardwalk/schema/words/page-language'

const plural = createPlural('en')

/** How the site writes amounts, such as salaries. */
interface AmountWords {
  atLeast: (amount: string) => string
  atMost: (amount: string) => string
  /** Given if the usual dash between two amounts would read in the wrong direction. */
  range?: (from: string, to: string) => string
  /** Whether salaries have the symbol of the currency or its name. */
  currencyDisplay: 'symbol' | 'name'
  /** After the amount of a salary. The period follows. */
  payBases: Record<PayBasis, string>
}

const amounts: AmountWords = {
  atLeast: (amount) => `${amount} or more`,
  atMost: (amount) => `up to ${amount}`,
  currencyDisplay: 'symbol',
  payBases: { NET: 'net', GROSS: 'gross' },
}

/** A field of the form to apply. */
interface FieldWords {
  hint?: string
  /** The problem of an empty field, if its text differs from `problem`. */
  missing?: string
  /** What the field accepts; `max` is its limit in characters, or in megabytes for the CV. */
  problem: (max: number) => string
}

const fields: Record<ApplyField, FieldWords> = {
  firstName: {
    missing: 'Enter your first name.',
    problem: (max) => `Enter your first name in at most ${max} characters.`,
  },
  lastName: {
    missing: 'Enter your last name.',
    problem: (max) => `Enter your last name in at most ${max} characters.`,
  },
  email: {
    hint: 'For example name@example.com',
    problem: () => 'Enter a whole e-mail address, such as name@example.com.',
  },
  phone: {
    hint: 'For example +212 600 000 000',
    problem: () => 'Enter a valid telephone number, such as +212 600 000 000, or leave this field empty.',
  },
  linkedinUrl: {
    hint: 'For example linkedin.com/in/name',
    problem: () => 'Enter the address of a page, such as linkedin.com/in/name, or leave this field empty.',
  },
  message: { problem: (max) => `Your message must be at most ${max} characters.` },
  cv: { problem: (max) => `Your CV must be one file of at most ${max} MB.` },
  consent: { problem: () => 'Tick the box to allow us to pass on your application.' },
}

/** Every text of the public site in English. The other languages do not compile while a text is missing. packages/schema/src/words has the labels of jobs. */
export const en = {
  openGraphLocale: 'en_US',
  otherLanguages: 'Other languages',
  /** The pages of the whole board. */
  board: {
    title: 'Jobs',
    /** The link from a company’s pages to the page of the whole board. */
    link: 'Jobs at all companies',
    description: 'The latest jobs of all companies on this board.',
    /** The link to the directory of companies, and its title. */
    companies: 'Companies that are hiring',
    noJobsHeading: 'No jobs yet',
    noJobs: 'No company is hiring here at the moment. Please come back in a few days.',
    noCompanies: 'No company has published a job at the moment.',
  },
  /** The links in the foot of every page. */
  footer: {
    imprint: 'Legal notice',
    privacy: 'Privacy',
    contact: 'Contact',
    forDevelopers: 'For developers:',
    reference: 'API reference',
    jobsInXml: 'Jobs in XML',
    jobsInJson: 'Jobs in JSON',
  },
  jobsAt: (company: string) => `Jobs\u00a0– ${company}`,
  jobCount: (jobs: number) => plural(jobs, { one: '# job', other: '# jobs' }),
  noJobs: 'There are no jobs at the moment.',
  allJobs: 'See the company’s jobs',
  otherJobs: (company: string) => `Other jobs at ${company}`,
  about: (company: string) => `About ${company}`,
  readOn: 'Read more',
  website: 'Website:',
  cards: {
    isNew: 'New',
    allOfCompany: (company: string, jobs: number) => `All jobs at ${isolate(company)} (${jobs})`,
  },
  directory: {
    text: 'Name of the company',
    noMatch: 'No company of this name is hiring at the moment.',
    clear: 'See all companies',
  },
  search: {
    heading: 'Search jobs',
    text: 'Title, city or company',
    /** An example in the empty field, short enough for a phone. */
    example: 'Job or city',
    /** As `text`, on the page of one company. */
    textAtCompany: 'Title or city',
    language: 'Language',
    filters: 'Filters',
    /** The choice of each filter that shows every job. It has the name of the filter, which fits on a phone. */
    all: {
      city: 'City',
      contractType: 'Contract',
      workMode: 'Work mode',
      language: 'Language',
    } satisfies Record<JobFilterName, string>,
    send: 'Search',
    /** Before the name of a filter, for screen readers: the link removes it. */
    remove: 'Remove the filter',
    clear: 'Clear all',
    noMatch: 'No jobs match your search.',
    noMatchHint: 'Try another word or fewer filters.',
    /** The headings of what is near to a search that finds nothing. */
    nearest: 'Jobs close to your search',
    employers: 'Companies of this name',
    browse: 'Browse the jobs',
  },
  pages: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: number) => `Page ${page}`,
    pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  facts: {
    /** Before the countries from which people may do a remote job. */
    remoteFrom: 'Remote from',
    experience: 'Experience',
    salary: 'Salary',
    posted: 'Posted on',
    /** Before the day on which applications close. */
    closes: 'Apply by',
    reference: 'Reference',
  },
  factsHeading: 'At a glance',
  /** The page of a job, beside the job. */
  job: {
    similar: 'Similar jobs',
    /** The link from a job to the company’s page. */
    ofCompany: (company: string) => `About ${company} and all its jobs`,
  },
  share: { label: 'Share this job', mail: 'Email', otherwise: 'Share…', print: 'Print' },
  amounts,
  apply: {
    heading: 'Apply',
    toJob: (title: string) => `Apply: ${title}`,
    optional: 'optional',
    fields,
    /** Said of an e-mail address with other letters before the @ than mail servers take. */
    accents: 'Enter your e-mail address without accents before the @, such as helene@example.com.',
    meant: (address: string) =>
      `Did you mean ${address}? Correct the address or, if it is right, send the form again without changing it.`,
    /** The types of files that a CV may be. */
    cvTypes: { pdf: 'PDF', docx: 'Word (DOCX)', odt: 'OpenDocument (ODT)' } satisfies Record<CvType, string>,
    /** `types` is a list of them, such as "PDF, Word (DOCX) or OpenDocument (ODT)". */
    cvHint: (types: string, megabytes: number) => `${types}, at most ${megabytes} MB`,
    cvKept: (fileName: string) => `We kept your file “${fileName}”. Choose another file to replace it.`,
    cvLost: 'We no longer have your CV. Choose the file again.',
    cvTooLarge: (megabytes: number) => `Your CV is larger than ${megabytes} MB. Choose a smaller file.`,
    /** What a file is that is not accepted as a CV. */
    cvKinds: {
      empty: 'it is empty',
      word: 'it is a Word document in an older format',
      document: 'it is a document that is not in one of these formats',
      text: 'it is plain text',
      other: 'it is another kind of file',
    },
    cvOtherType: (fileName: string, kind: string, types: string) =>
      `“${fileName}” cannot be sent: ${kind}. Save your CV as ${types} in the program that you wrote it with, and choose that file.`,
    /** Said of a photo, such as a phone takes. */
    cvPhoto: (fileName: string) =>
      `“${fileName}” is a picture, and a company cannot read it as a CV. On your phone, scan the paper with the Files app (iPhone) or with Google Drive (Android), which make a PDF. Or open the picture, choose Print and save it as PDF. Then choose the PDF.`,
    cvMacros: (fileName: string) =>
      `“${fileName}” contains macros or another embedded program, so a company should not open it. Save your CV as PDF, and choose that file.`,
    cvDamaged: (fileName: string) =>
      `“${fileName}” is damaged and cannot be read. Open it in the program that you wrote it with, save it as PDF, and choose that file.`,
    cvLocked: (fileName: string) =>
      `“${fileName}” is protected by a password, so the company could not open it. Save your CV without a password, and then choose that file.`,
    cvRefused:
      'We cannot receive files at the moment. Send your application without a CV, or try again later. What you wrote is still here.',
    consent: (company: string) =>
      `I agree that ${company} receives the information in this form in order to process my application.`,
    privacy: (company: string) => `How ${company} uses your data`,
    /** Shown if this browser has sent an application to the job before. */
    appliedBefore: (day: string, reference: string, company: string) =>
      `An application for this job was sent from this browser on ${day}. Its reference is ${reference}. If you send another one, ${company} receives both.`,
    /** The label of the trap field: asks a person who sees it to leave it empty. */
    trap: 'Leave this field empty',
    send: 'Send my application',
    sending: 'Sending…',
    /** Above the button, if the browser has no connection. */
    offline: 'You are offline. Nothing is lost: send your application again when the connection is back.',
    /** Begins the title of a page that shows problems. */
    titlePrefix: 'Error',
    problemsHeading: 'To send this form, please correct:',
    tooMany: (minutes: number) =>
      `Too many applications have come from your internet address. ${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })} What you wrote is still here.`,
    /** Shown if the company gets more applications in a second than it can take. */
    crowded:
      'Very many people are applying at this moment. Wait a few seconds and send this form again. What you wrote is still here.',
    /** Shown if the form could not be read, or if the problem belongs to no field. */
    unreadable: 'Part of the form could not be read. Please send it again.',
    /** Shown in place of the form if the job names another page on which people apply. */
    elsewhere: (company: string) => `${company} receives applications for this job on another site.`,
    /** The heading for an applicant whose form came after the job had named that page, or had been withdrawn. */
    notSent: 'Your application was not sent',
    /** Before the texts of a form that was not sent. */
    typed: 'The company has received nothing of this form. You can copy what you wrote:',
  },
  accepted: {
    heading: 'Application sent',
    text: (title: string, company: string) => `${company} has received your application for “${title}”.`,
    sentOn: 'Sent on',
    reference: 'Your application’s reference:',
    /** Shown if the browser keeps no cookies, or the visitor has not applied. */
    unknown: (title: string, company: string) =>
      `If you have just sent the form for “${title}”, ${company} has received your application. Your browser keeps no cookies, so we cannot show its reference here.`,
    nextHeading: 'What happens next',
    byMail: 'We also send you a confirmation by e-mail.',
    next: (company: string) =>
      `${company} reads your application and will contact you at your e-mail address or by telephone. Keep the reference in case you have a question.`,
    steps: 'The recruitment has these steps:',
  },
  backToJob: 'Back to the job',
  /** The errors that have their own text on a page. Other errors have the text of `invalid_request` or `internal`. */
  errors: {
    invalid_request: {
      heading: 'Invalid request',
      text: 'The request could not be understood. Go back and try again.',
    },
    cv_link_invalid: {
      heading: 'Invalid link',
      text: 'This link to a CV is not valid or has expired. To get a new link, open the application in your recruitment tool again.',
    },
    application_erased: {
      heading: 'Application erased',
      text: 'This person’s data and CV have been erased.',
    },
    origin_refused: {
      heading: 'Request from another site',
      text: 'Another site sent you here. Open the back office and try there.',
    },
    page_not_found: {
      heading: 'Page not found',
      text: 'There is no page at this address. Check that the address is correct.',
    },
    method_not_allowed: {
      heading: 'Action not possible',
      text: 'This address does not accept this action.',
    },
    job_unpublished: {
      heading: 'Job withdrawn',
      text: 'This job is no longer published.',
    },
    job_closed: {
      heading: 'Applications closed',
      text: 'Applications for this job have closed.',
    },
    company_withdrawn: {
      heading: 'Company withdrawn',
      text: 'This company and its jobs are not on this site at present.',
    },
    body_unsupported: {
      heading: 'Format not accepted',
      text: 'The form must be sent as multipart/form-data.',
    },
    too_many_applications: {
      heading: 'Too many applications',
      text: 'Too many applications have come from your internet address. Try again later.',
    },
    internal: {
      heading: 'Something went wrong',
      text: 'The problem is on our side. Reload this page in a moment. A form that is sent twice counts only once.',
    },
  } satisfies Partial<Record<ErrorCode, { heading: string; text: string }>>,
  errorReference: 'Error reference:',
}

export type Words = typeof en
