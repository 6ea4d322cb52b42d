import { createPlural } from '@boardwalk/schema/words/page-language'
import type { CvKind, Words } from '../words.ts'

const plural = createPlural('en')

const cvKinds: Record<CvKind, string> = {
  empty: 'it is empty',
  word: 'it is a Word document',
  openDocument: 'it is an OpenDocument text',
  image: 'it is a picture',
  text: 'it is plain text',
  other: 'it is another kind of file',
}

export const en: Words = {
  openGraphLocale: 'en_US',
  otherLanguages: 'Other languages',
  board: {
    title: 'Jobs',
    link: 'Jobs at all companies',
    description: 'The latest jobs of all companies on this board.',
    companies: 'Companies that are hiring',
    noJobsHeading: 'No jobs yet',
    noJobs: 'No company is looking for anybody here at the moment. Please come back in a few days.',
    noCompanies: 'No company has published a job at the moment.',
  },
  footer: {
    imprint: 'Legal notice',
    privacy: 'Privacy',
    contact: 'Contact',
    forDevelopers: 'For developers:',
    reference: 'API reference',
    jobsInXml: 'Jobs in XML',
    jobsInJson: 'Jobs in JSON',
  },
  jobsAt: (company) => `Jobs\u00a0– ${company}`,
  jobCount: (jobs) => plural(jobs, { one: '# job', other: '# jobs' }),
  noJobs: 'There are no jobs at the moment.',
  allJobs: 'See the company’s jobs',
  otherJobs: (company) => `Other jobs at ${company}`,
  about: (company) => `About ${company}`,
  website: 'Website:',
  search: {
    heading: 'Search jobs',
    text: 'Title, city or keyword',
    language: 'Language',
    filters: 'Filters',
    all: { city: 'All cities', contractType: 'All contracts', workMode: 'All work modes', language: 'All languages' },
    send: 'Search',
    clear: 'Clear filters',
    noMatch: 'No jobs match your search.',
    noMatchHint: 'Try another word or fewer filters.',
  },
  pages: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
  },
  facts: { experience: 'Experience', salary: 'Salary', posted: 'Posted on' },
  factsHeading: 'At a glance',
  atLeast: (amount) => `${amount} or more`,
  atMost: (amount) => `up to ${amount}`,
  currencyDisplay: 'code',
  netPerMonth: (amount) => `${amount} net per month`,
  apply: {
    heading: 'Apply',
    toJob: (title) => `Apply: ${title}`,
    optional: 'optional',
    fields: {
      firstName: {
        label: 'First name',
        missing: 'Enter your first name.',
        problem: (max) => `Enter your first name in at most ${max} characters.`,
      },
      lastName: {
        label: 'Last name',
        missing: 'Enter your last name.',
        problem: (max) => `Enter your last name in at most ${max} characters.`,
      },
      email: {
        label: 'E-mail address',
        hint: 'For example name@example.com',
        problem: () => 'Enter a valid e-mail address, such as name@example.com, without accents before the @.',
      },
      phone: {
        label: 'Telephone',
        hint: 'For example +212 600 000 000',
        problem: () => 'Enter a valid telephone number, such as +212 600 000 000, or leave this field empty.',
      },
      linkedinUrl: {
        label: 'LinkedIn profile',
        hint: 'For example linkedin.com/in/name',
        problem: () => 'Enter the address of a page, such as linkedin.com/in/name, or leave this field empty.',
      },
      message: { label: 'Message', problem: (max) => `Your message must be at most ${max} characters.` },
      cv: { label: 'CV', problem: (max) => `Your CV must be one PDF file of at most ${max} MB.` },
      consent: { label: 'Consent', problem: () => 'Tick the box to allow us to pass on your application.' },
    },
    cvHint: (megabytes) => `PDF file, at most ${megabytes} MB`,
    cvKept: (fileName) => `We kept your file “${fileName}”. Choose another file to replace it.`,
    cvLost: 'We no longer have your CV. Choose the file again.',
    cvTooLarge: (megabytes) => `Your CV is larger than ${megabytes} MB. Choose a smaller PDF file.`,
    cvNotPdf: (fileName, kind) =>
      `“${fileName}” is not a PDF: ${cvKinds[kind]}. Save your CV as PDF in the program that you wrote it with, and choose that file.`,
    cvLocked: (fileName) =>
      `“${fileName}” is protected by a password, so the company could not open it. Save your CV without a password, and then choose that file.`,
    cvRefused:
      'We cannot receive files at the moment. Send your application without a CV, or try again later. What you wrote is still here.',
    consent: (company) =>
      `I agree that ${company} receives the information in this form in order to process my application.`,
    privacy: (company) => `How ${company} uses your data`,
    appliedBefore: (day, reference, company) =>
      `An application for this job was sent from this browser on ${day}. Its reference is ${reference}. If you send another one, ${company} receives both.`,
    trap: 'Leave this field empty',
    send: 'Send my application',
    titlePrefix: 'Error',
    problemsHeading: 'Your application has not been sent yet. Please correct the following:',
    tooMany: (minutes) =>
      `Too many applications have come from your internet address. ${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })} What you wrote is still here.`,
    crowded:
      'Very many people are applying at this moment, and your application has not been received. Wait a few seconds and send it again. What you wrote is still here.',
    unreadable: 'Part of the form could not be read. Please send it again.',
  },
  accepted: {
    heading: 'Application sent',
    text: (title, company) => `${company} has received your application for “${title}”.`,
    sentOn: 'Sent on',
    reference: 'Your application’s reference:',
    unknown: (title, company) =>
      `If you have just sent the form for “${title}”, ${company} has received your application. Your browser keeps no cookies, so we cannot show its reference here.`,
    nextHeading: 'What happens next',
    byMail: 'We also send you a confirmation by e-mail.',
    next: (company) =>
      `${company} reads your application and will contact you at your e-mail address or by telephone. Keep the reference in case you have a question.`,
    steps: 'The recruitment has these steps:',
  },
  backToJob: 'Back to the job',
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
  },
  errorReference: 'Error reference:',
}
