import { personLabels } from '@boardwalk/schema/words/application-labels'
import { createPlural, isolate } from '@boardwalk/schema/words/page-language'
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
  readOn: 'Read more',
  website: 'Website:',
  cards: {
    isNew: 'New',
    allOfCompany: (company, jobs) => `All jobs at ${isolate(company)} (${jobs})`,
  },
  directory: {
    text: 'Name of the company',
    noMatch: 'No company of this name is hiring at the moment.',
    clear: 'See all companies',
  },
  search: {
    heading: 'Search jobs',
    text: 'Title, city or company',
    textAtCompany: 'Title or city',
    language: 'Language',
    filters: 'Filters',
    all: { city: 'All cities', contractType: 'All contracts', workMode: 'All work modes', language: 'All languages' },
    send: 'Search',
    remove: 'Remove the filter',
    clear: 'Clear all',
    noMatch: 'No jobs match your search.',
    noMatchHint: 'Try another word or fewer filters.',
    nearest: 'Jobs close to your search',
    employers: 'Companies of this name',
    browse: 'Browse the jobs',
  },
  pages: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page) => `Page ${page}`,
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
  },
  facts: {
    remoteFrom: 'Remote from',
    experience: 'Experience',
    salary: 'Salary',
    posted: 'Posted on',
    closes: 'Apply by',
    reference: 'Reference',
  },
  factsHeading: 'At a glance',
  job: {
    similar: 'Similar jobs',
    ofCompany: (company) => `About ${company} and all its jobs`,
  },
  share: { label: 'Share this job', mail: 'Email', otherwise: 'Share…', print: 'Print' },
  atLeast: (amount) => `${amount} or more`,
  atMost: (amount) => `up to ${amount}`,
  currencyDisplay: 'symbol',
  payBases: { NET: 'net', GROSS: 'gross' },
  apply: {
    heading: 'Apply',
    toJob: (title) => `Apply: ${title}`,
    optional: 'optional',
    fields: {
      firstName: {
        label: personLabels.firstName.en,
        missing: 'Enter your first name.',
        problem: (max) => `Enter your first name in at most ${max} characters.`,
      },
      lastName: {
        label: personLabels.lastName.en,
        missing: 'Enter your last name.',
        problem: (max) => `Enter your last name in at most ${max} characters.`,
      },
      email: {
        label: personLabels.email.en,
        hint: 'For example name@example.com',
        problem: () => 'Enter a valid e-mail address, such as name@example.com, without accents before the @.',
      },
      phone: {
        label: personLabels.phone.en,
        hint: 'For example +212 600 000 000',
        problem: () => 'Enter a valid telephone number, such as +212 600 000 000, or leave this field empty.',
      },
      linkedinUrl: {
        label: personLabels.linkedinUrl.en,
        hint: 'For example linkedin.com/in/name',
        problem: () => 'Enter the address of a page, such as linkedin.com/in/name, or leave this field empty.',
      },
      message: { label: personLabels.message.en, problem: (max) => `Your message must be at most ${max} characters.` },
      cv: { label: personLabels.cv.en, problem: (max) => `Your CV must be one PDF file of at most ${max} MB.` },
      consent: { label: 'Consent', problem: () => 'Tick the box to allow us to pass on your application.' },
    },
    meant: (address) =>
      `Did you mean ${address}? Correct the address or, if it is right, send the form again without changing it.`,
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
    sending: 'Sending…',
    titlePrefix: 'Error',
    problemsHeading: 'To send this form, please correct:',
    tooMany: (minutes) =>
      `Too many applications have come from your internet address. ${plural(minutes, { one: 'Try again in # minute.', other: 'Try again in # minutes.' })} What you wrote is still here.`,
    crowded:
      'Very many people are applying at this moment. Wait a few seconds and send this form again. What you wrote is still here.',
    unreadable: 'Part of the form could not be read. Please send it again.',
    elsewhere: (company) => `${company} receives applications for this job on another site.`,
    notSent: 'Your application was not sent',
    typed: 'The company has received nothing of this form. You can copy what you wrote:',
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
  report: {
    link: 'Report this job',
    heading: 'Report this job',
    text: 'The operator of this site reads your report. The company does not see it. It is deleted after 180 days.',
    reason: 'What is wrong?',
    reasons: {
      FRAUD: 'It is a fraud, or it asks for money',
      DISCRIMINATION: 'It discriminates',
      NOT_REAL: 'The job does not exist, or it is already filled',
      MISLEADING: 'Facts are wrong or misleading',
      OTHER: 'Something else, which I describe below',
    },
    details: 'Details',
    detailsHint: 'For example what is wrong, or what you were asked for.',
    email: 'Your e-mail address',
    emailHint: 'If the operator of this site may write to you.',
    send: 'Send the report',
    problems: {
      reason: 'Choose what is wrong.',
      details: 'Describe the problem in a few words.',
      detailsTooLong: (max) => `The details must be at most ${max} characters long.`,
      email: 'Enter a valid e-mail address, such as name@example.com, or leave this field empty.',
    },
    tooMany:
      'Too many reports have come from your internet address. Try again in an hour. What you wrote is still here.',
    tooManyJobs:
      'Too many different jobs were reported today from your internet address. Try again tomorrow, or write to the operator of this site. What you wrote is still here.',
    sent: {
      heading: 'Report sent',
      text: 'Thank you. The operator of this site will check this job.',
    },
  },
  alerts: {
    heading: 'Get new jobs by e-mail',
    text: 'One e-mail a day at most, only if there are new jobs for this search. No account, and one click stops it.',
    email: 'Your e-mail address',
    send: 'Create alert',
    tooMany:
      'Too many alerts were asked for today, for this address or from your connection. See whether the e-mail to confirm has arrived, also in your spam folder, or try again tomorrow.',
    feed: 'Follow these jobs by RSS',
    jobsInRss: 'Jobs in RSS',
    everyJob: 'all jobs',
    requested: {
      heading: 'Check your e-mail',
      text: 'An e-mail to confirm is on its way. Open it and confirm within two days: then the alert begins. If it does not arrive, look in your spam folder, or check the address and try again.',
    },
    confirm: {
      heading: 'Confirm the alert',
      text: (search) => `Get new jobs by e-mail, once a day at most. Your search: ${search}.`,
      send: 'Confirm',
    },
    confirmed: {
      heading: 'Alert confirmed',
      text: (search) =>
        `You will get new jobs by e-mail, once a day at most. Your search: ${search}. Each e-mail has a link that stops the alert.`,
    },
    end: {
      heading: 'Stop the alert',
      text: (search) => `You will get no more e-mails for this search: ${search}.`,
      send: 'Stop the alert',
    },
    ended: {
      heading: 'Alert stopped',
      text: 'You will get no more e-mails for this search. Your address is deleted.',
    },
    unknown: {
      heading: 'This link is no longer valid',
      text: 'The alert was stopped, or was not confirmed within two days. To create another one, make a search and leave your address under the results.',
    },
    toJobs: 'See the jobs',
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
  },
  errorReference: 'Error reference:',
}
