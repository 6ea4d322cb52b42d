import type { Scope } from '@boardwalk/schema/api-key'
import type { ApplicationAttention, ApplicationStatus } from '@boardwalk/schema/application'
import type { AuditAction, AuditDetail } from '@boardwalk/schema/audit'
import type { ErrorCode } from '@boardwalk/schema/error'
import type { PublicationStatus } from '@boardwalk/schema/job'
import { createPlural } from '@boardwalk/schema/words/page-language'
import type { Answers } from '../trpc.ts'

type Found = Answers['application']['find']['found'][number]

/** The errors that only the integration API, the public site and the commands answer. Every other error needs a text here. */
type ErrorElsewhere =
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'scope_missing'
  | 'candidates_forbidden'
  | 'candidate_not_found'
  | 'candidate_not_erased'
  | 'cv_link_invalid'
  | 'cv_not_found'
  | 'job_not_found'
  | 'company_not_found'
  | 'person_not_found'
  | 'route_not_found'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'company_exists'
  | 'job_exists'
  | 'job_unpublished'
  | 'body_unsupported'
  | 'precondition_failed'
  | 'too_many_applications'
  | 'uploads_closed'
  | 'rate_limited'
  | 'back_office_missing'
  | 'reference_missing'

const plural = createPlural('en')
const number = (value: number) => plural(value, { other: '#' })

/** Every text of the back office in English. The other languages do not compile while a text is missing. */
export const en = {
  loading: 'Loading…',
  needsScript: 'The back office needs JavaScript.',
  required: 'Fill in this field.',
  email: 'E-mail address',
  emailExample: 'Enter an e-mail address, such as name@example.com.',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  all: 'All',
  older: 'Older',
  backToNewest: 'Back to the newest',
  yes: 'Yes',
  no: 'No',
  actions: 'Actions',
  status: 'Status',
  created: 'Created',
  operator: 'the board’s operator',
  apiKey: 'an API key',
  automatic: 'automatic erasure',
  board: 'the board, by itself',
  opensInNewTab: 'opens in a new tab',
  /** Names a button of a row for screen readers: what it does, and to which thing. */
  actionOn: (action: string, thing: string) => `${action}: ${thing}`,
  palette: {
    open: 'Search',
    search: 'Search pages, jobs and applications',
    none: 'Nothing found.',
    pages: 'Pages and actions',
    keys: 'Keyboard shortcuts',
  },
  exportList: 'Download as CSV',
  copy: { copy: 'Copy', copied: 'Copied' },
  shell: {
    skip: 'Skip to the content',
    menu: 'Menu',
    navigation: 'Main navigation',
    back: 'Back',
    settings: 'Settings',
    language: 'Language',
    colours: 'Colours',
    colourSchemes: { auto: 'System', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    waiting: (fresh: number, heldBack: number) =>
      [fresh > 0 && `${number(fresh)} new`, heldBack > 0 && `${number(heldBack)} held back`].filter(Boolean).join(', '),
    pages: {
      home: 'Home',
      jobs: 'Jobs',
      applications: 'Applications',
      activity: 'Activity',
      keys: 'API Keys',
      company: 'Company',
      users: 'Users',
      account: 'Your account',
    },
  },
  noSuchPage: { title: 'Page not found', text: 'There is no page at this address. Go to:' },
  brokenPage: {
    title: 'This page cannot be displayed',
    text: 'The server may have a newer version. Reload the page. If that does not help, try again in a moment.',
    reload: 'Reload',
  },
  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes on this page will be lost.',
    leave: 'Leave without saving',
  },
  saving: {
    title: 'Leave while this is being saved?',
    text: 'Your changes are on their way to the server. If you leave now, they may be saved or not. Wait a moment to see it.',
    leave: 'Leave',
  },
  rows: { select: 'Select', selectAll: 'Select all rows', details: 'Details' },
  pages: {
    clear: 'Clear the search and filters',
    shown: (first: number, last: number, total: number) =>
      total === 0 ? 'No results' : `${number(first)}–${number(last)} of ${number(total)}`,
    pages: 'Pages of the list',
    page: 'Page',
    next: 'Next page',
    previous: 'Previous page',
  },
  errors: {
    requestId: 'If you ask for help, give this request id:',
    retry: 'Try again',
    unreachable: 'The server cannot be reached. Check your connection and try again.',
    byCode: {
      invalid_request: 'Some of what you entered is not accepted. Correct it and try again.',
      sign_in_required: 'This was not done, because your session had ended. You are signed in again: try once more.',
      password_wrong: 'The password is wrong.',
      password_common:
        'This password is soon guessed: it is close to a common password, a date or a row of keys. Choose several words that do not belong together.',
      password_repeated: 'This password repeats the same characters. Choose several words that do not belong together.',
      password_personal:
        'Without your address and the names of your company and this board, this password is soon guessed. Add several words that do not belong together.',
      sign_in_refused: 'The e-mail address or the password is wrong.',
      too_many_requests: 'Too many attempts. Wait a few minutes and try again.',
      origin_refused: 'This request came from another site. Open the back office and try again there.',
      link_invalid: 'This link has already been used or has expired. Ask another user of your company for a new one.',
      key_not_found: 'This key no longer exists.',
      key_revoked: 'This key has already been revoked.',
      key_replaced: 'This key has already been replaced. Replace the new one instead.',
      user_not_found: 'This user no longer exists.',
      user_exists: 'There is already a user with this address.',
      code_wrong: 'The code is wrong or has been used before. Wait for the next one and try again.',
      second_factor_on: 'Two-step verification is already on.',
      second_factor_off: 'Two-step verification is already off.',
      enrolment_over: 'This QR code is no longer valid. Reload the page and begin again.',
      own_link: 'You change your own password under “Your account”.',
      own_account: 'You cannot remove yourself. Another user can.',
      removed_meanwhile: 'Another user is removing you at this moment, so nothing was done.',
      job_id_not_found: 'There is no job with this id.',
      job_changed:
        'Another user or your ATS changed this job after you opened it. Open it again and repeat your change.',
      job_not_deletable:
        'Only a draft that was never published can be deleted, because candidates may have applied to the others.',
      company_changed: 'Another user changed the profile after you opened it. Open it again and repeat your change.',
      external_id_taken: 'Another job already has this external id. Change or remove it there first.',
      application_not_found: 'This application does not exist.',
      application_erased: 'This person’s data was erased.',
      body_too_large: 'This is more than the 1 MB that can be sent at once. Shorten it and try again.',
      overloaded: 'The server is very busy. Try again in a moment.',
      database_away:
        'The database cannot be reached at the moment. Wait a little, check whether your change was saved, and try again.',
      database_busy:
        'The database has too much to do at the moment. Wait a little, check whether your change was saved, and try again.',
      deadline_passed:
        'This took too long and was stopped. Wait a little, check whether your change was saved, and try again.',
      clock_wrong: 'The clock of the server is wrong, so nothing was done. Try again in a moment.',
      journal_away: 'Nothing was erased, because this cannot be recorded at the moment. Try again in a little while.',
      not_in_journal:
        'This takes effect from now on, but it could not be recorded. Repeat it in a little while, or a restored backup would undo it.',
      internal: 'Something went wrong on our side. Try again in a moment.',
    } satisfies Record<Exclude<ErrorCode, ErrorElsewhere>, string>,
  },
  password: {
    label: 'Password',
    show: 'Show the password',
    hide: 'Hide the password',
    hint: (charactersMin: number) =>
      `At least ${charactersMin} characters. Several words are better than one complicated word.`,
    missing: (characters: number) =>
      plural(characters, { one: '# more character needed', other: '# more characters needed' }),
    longEnough: 'Long enough. When you save it, we check that it is not soon guessed.',
  },
  signIn: {
    title: 'Sign in',
    chooseCompany: 'You are a user of several companies. Choose where to sign in.',
    submit: 'Sign in',
    sessionEnded: 'Your session has ended. Sign in to continue where you were.',
    forgotten: 'Forgotten your password? Ask another user of your company for a new link, or the board’s operator.',
  },
  forgottenPassword: {
    ask: 'Forgotten your password?',
    title: 'New password',
    text: 'Enter your e-mail address. If it belongs to a user, we send an e-mail with a link to choose a new password.',
    send: 'Send',
    back: 'Back to sign in',
    sentTitle: 'Check your e-mail',
    sentText:
      'If this address belongs to a user, an e-mail with a link is on its way. The link works for one hour. If nothing arrives, check your spam folder, or ask another user of your company.',
  },
  setPassword: {
    title: 'Choose your password',
    user: 'User:',
    submit: 'Save and sign in',
    signInInstead: 'I already have a password',
  },
  home: {
    liveJobs: 'Live jobs',
    seeLiveJobs: 'See live jobs',
    drafts: 'Drafts',
    seeDrafts: 'See drafts',
    seeApplications: 'See applications',
    heldBack: (count: number) =>
      plural(count, { one: '# application is held back', other: '# applications are held back' }),
    heldBackText:
      'A field that applicants do not see was filled in. Your ATS gets those that you mark as “Not spam”, and after 7 days those that you have not decided on.',
    seeHeldBack: 'See what is held back',
    attention: {
      new: (count: number, lastVisit: string) =>
        `${plural(count, { one: '# new application', other: '# new applications' })} since your last visit on ${lastVisit}`,
      unanswered: (count: number) =>
        plural(count, {
          one: '# application has waited for over 14 days with the status “New”',
          other: '# applications have waited for over 14 days with the status “New”',
        }),
      unconfirmed: (count: number) =>
        plural(count, {
          one: '# erasure that your ATS has not confirmed after 7 days',
          other: '# erasures that your ATS has not confirmed after 7 days',
        }),
    } satisfies Record<ApplicationAttention, (count: number, lastVisit: string) => string>,
    nothingNew: (lastVisit: string) => `No new applications since your last visit on ${lastVisit}`,
    errorsLastDay: 'API errors, last 24 hours',
    seeErrors: 'See errors',
    applicationsPerDay: 'Applications per day',
    applicationsInDays: (total: number, days: number) =>
      `${plural(total, { one: '# application', other: '# applications' })} in ${plural(days, { one: '# day', other: '# days' })}`,
    asTable: 'Show as a table',
    day: 'Day',
    atsActivity: 'Activity of your ATS',
    lastPush: 'Jobs last pushed',
    lastPoll: 'Candidates last fetched',
    never: 'Never',
  },
  keys: {
    generate: 'Generate New Key',
    submit: 'Generate key',
    baseUrl: 'API address',
    none: 'No API keys yet',
    noneText:
      'Your ATS sends a key with each request. The key allows it to push jobs and fetch candidates. Generate your first key.',
    name: 'Name',
    nameHint: 'The system that uses the key, for example “our ATS”.',
    key: 'Key',
    allKeys: 'All',
    scopes: 'Scopes',
    scope: { read: 'read', write: 'write' } satisfies Record<Scope, string>,
    readAndWrite: 'Read and write',
    readAndWriteHint: 'Can push, update and link jobs, and fetch candidates.',
    readOnly: 'Read only',
    readOnlyHint: 'Can fetch candidates and jobs. Cannot change anything.',
    lastUsed: 'Last used',
    neverUsed: 'Never',
    active: 'Active',
    revokedAt: 'Revoked',
    old: 'old key',
    replacedBy: 'Replaced by',
    reference: 'API reference',
    expiresAt: 'Expires',
  },
  renameKey: {
    action: 'Rename',
    title: (name: string) => `Rename “${name}”`,
    text: 'The key itself stays the same: nothing changes for your ATS.',
    done: 'Key renamed.',
  },
  newKey: {
    install:
      'Install it first. The package is not on npm yet: the board’s operator packs the file, as docs/installing.md of Boardwalk says.',
    title: 'Your new key',
    copyNow: 'Copy the key now',
    copyNowText: 'The key is shown only this once. We keep only a hash of it and cannot show it again.',
    tryIt: 'Try it',
    waiting: 'Waiting for the first request…',
    waitingText: 'Run one of the examples above. This box turns green when a request succeeds.',
    firstRequest: 'First request received',
    refused: 'Received, but refused:',
    isStored: 'I have stored this key',
    storeFirst: 'Store the key and tick this box first.',
    done: 'Done',
    leaveTitle: 'Leave without storing the key?',
    leaveText: 'The key cannot be shown again. If you have not stored it, you will have to roll it.',
  },
  revoke: {
    action: 'Revoke',
    title: (name: string) => `Revoke “${name}”?`,
    consequence:
      'Every request with this key will be refused from now on. Your ATS can no longer push jobs or fetch candidates with it. This cannot be undone.',
    consequenceUnused:
      'This key has never been used. Every request with it will be refused from now on. This cannot be undone.',
    typeName: 'Type the key’s name to confirm',
    wrongName: 'This is not the key’s name.',
    done: (name: string) => `“${name}” has been revoked.`,
  },
  roll: {
    action: 'Roll',
    title: 'Roll a key',
    text: (name: string) => `Creates a new key that replaces “${name}”, with the same name and scopes.`,
    oldKeyExpires: 'The old key expires',
    inHours: (hours: number) => plural(hours, { one: 'In # hour', other: 'In # hours' }),
    immediately: 'Immediately',
    immediatelyHint: 'Choose this if the key has leaked. Your ATS is refused until it uses the new key.',
  },
  jobs: {
    job: 'Job',
    create: 'New job',
    none: 'No jobs yet',
    noneText: 'Your ATS pushes its jobs here with an API key. You can also write a job yourself.',
    search: 'Search by title, city, external id or job id',
    statuses: { PUBLISHED: 'Published', UNPUBLISHED: 'Draft' } satisfies Record<PublicationStatus, string>,
    externalId: 'External id',
    externalIds: { with: 'With an external id', without: 'Without an external id' },
    noExternalId: 'None',
    jobId: 'Job id',
    applications: (count: number) => plural(count, { one: '# application', other: '# applications' }),
    publicPage: 'Public page',
    openPublicPage: 'Open the page',
    notLive: 'Not live',
    updated: 'Last changed',
    preview: 'Preview',
    previewText: 'This is what candidates will see if you save the form now. Nothing has been saved yet.',
    previewLanguage: 'Language of the preview',
    openSavedPage: 'Open the saved page',
    markup: {
      badge: 'Not in Google for Jobs',
      title: 'Google for Jobs cannot show this job',
      no_text: () =>
        'Google for Jobs needs a text, and the job has none. Write a description, responsibilities or a profile below. Other channels show its title and facts only.',
      country_unknown: (country: string) =>
        `Google for Jobs needs the country, and the board does not know “${country}”. Correct the country below: enter its name in French, English or Arabic, or its code, such as Maroc, Morocco, المغرب or MA.`,
    },
    publish: 'Publish',
    published: 'The job is live.',
    unpublish: 'Unpublish',
    unpublished: 'The job is no longer live.',
    unpublishTitle: (title: string) => `Unpublish “${title}”?`,
    unpublishText:
      'Candidates will no longer see the page and cannot apply. The job and its applications are kept, and you can publish it again at the same address.',
    incomplete: {
      title: 'Publish this job as it is?',
      publish: 'Publish anyway',
      city: 'It has no city: applicants who search by city do not find it.',
      text: 'It has no text: applicants see the title only, and Google does not show it.',
    },
    saveDraft: 'Save as draft',
    saved: 'Job saved.',
    onePerLine: 'One per line.',
    cityHint: 'One city per line.',
    stepsHint: 'One step per line, in order.',
    countryHint: (country: string) => `${country}, if left empty.`,
    countryUnknown: 'The board does not know this country. Enter, for example, Maroc, Morocco, المغرب or MA.',
    leaveBlank: 'Leave blank',
    extraFields: (count: number) =>
      plural(count, { one: '# other field from your ATS', other: '# other fields from your ATS' }),
    sections: { job: 'Job', text: 'Job description', candidate: 'Candidate profile', salary: 'Salary' },
    problems: {
      title: (charactersMax: number) => `Enter a title of at most ${number(charactersMax)} characters.`,
      tooLong: (charactersMax: number) => `Enter at most ${number(charactersMax)} characters.`,
      tooManyLines: (linesMax: number, charactersMax: number) =>
        `Enter at most ${number(linesMax)} lines of at most ${number(charactersMax)} characters each.`,
      notAccepted: 'This value is not accepted.',
      minSalary: 'Enter 0 or more, but not more than the maximum salary.',
      maxSalary: 'Enter 0 or more, but not less than the minimum salary.',
      minExperience: (yearsMax: number) => `Enter 0 to ${number(yearsMax)} years, but not more than the maximum.`,
      maxExperience: (yearsMax: number) => `Enter 0 to ${number(yearsMax)} years, but not less than the minimum.`,
    },
  },
  bulk: {
    chosen: (count: number) => plural(count, { one: '# job selected', other: '# jobs selected' }),
    title: {
      PUBLISHED: (count: number) => plural(count, { one: 'Publish # job?', other: 'Publish # jobs?' }),
      UNPUBLISHED: (count: number) => plural(count, { one: 'Unpublish # job?', other: 'Unpublish # jobs?' }),
    },
    text: {
      PUBLISHED: 'Candidates will see their pages and can apply. Jobs that are live already stay as they are.',
      UNPUBLISHED:
        'Candidates will no longer see their pages and cannot apply. The jobs and their applications are kept. Drafts stay as they are.',
    },
    done: {
      PUBLISHED: (changed: number, unchanged: number) =>
        `${plural(changed, { one: '# job published.', other: '# jobs published.' })} ${unchanged === 0 ? '' : `Live before: ${number(unchanged)}.`}`,
      UNPUBLISHED: (changed: number, unchanged: number) =>
        `${plural(changed, { one: '# job unpublished.', other: '# jobs unpublished.' })} ${unchanged === 0 ? '' : `Drafts before: ${number(unchanged)}.`}`,
    },
    failed: (count: number) => plural(count, { one: '# job was not changed', other: '# jobs were not changed' }),
  },
  deleteDraft: {
    action: 'Delete this draft…',
    title: (title: string) => `Delete “${title}”?`,
    text: 'The draft was never published, so it has no applications. It is deleted for good.',
    externalId: (externalId: string) =>
      `Your ATS knows this draft as “${externalId}”. After this, the API answers 404 for this id, and if your ATS sends the job again, a new one is made.`,
    submit: 'Delete',
    done: 'The draft is deleted.',
  },
  editor: {
    tools: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    list: 'List',
    numbers: 'Numbered list',
    link: 'Link',
    address: 'Address (leave empty to remove the link)',
    setLink: 'Set link',
    undo: 'Undo',
    redo: 'Redo',
    toSource: 'Show HTML',
    toVisual: 'Show formatted text',
    onlySource: 'This text has formatting that only its HTML can keep, such as a table.',
  },
  conflict: {
    title: 'This job has been changed in the meantime',
    text: 'Another user or your ATS saved it after you opened it. Your changes have not been saved yet.',
    saveAnyway: 'Save my changes anyway',
    discard: 'Discard my changes and show the current job',
  },
  externalId: {
    set: 'Set the external id',
    change: 'Change the external id',
    warningTitle: 'This will break calls from your ATS',
    warningText: (externalId: string) =>
      `Your ATS knows this job as “${externalId}”. After this change, an update with the old id creates a second job, and requests for candidates with the old id are refused, until your ATS uses the new id.`,
    hint: 'The id of this job in your ATS. It must match exactly.',
    emptyWarning:
      'If you save it empty, the job has no external id. Your ATS cannot reach it until it is linked again.',
    saved: 'External id saved.',
  },
  applications: {
    application: 'Application',
    none: 'No applications yet',
    noneText: 'Applications to your published jobs appear here.',
    search: 'Search by name or e-mail address',
    statusHint: 'Your ATS receives it with the candidate. Applicants do not see it.',
    statusSaved: 'Status saved.',
    statusSet: (at: string) => `Set on ${at}.`,
    statusSetBy: {
      api: (key: string, at: string) => `Set by the key “${key}” on ${at}.`,
      back_office: (email: string, at: string) => `Set by ${email} on ${at}.`,
    },
    statuses: {
      PENDING: 'New',
      REVIEWED: 'Reviewed',
      SHORTLISTED: 'Shortlisted',
      REJECTED: 'Rejected',
      HIRED: 'Hired',
    } satisfies Record<ApplicationStatus, string>,
    attention: 'Needs attention',
    attentions: {
      new: 'New since your last visit',
      unanswered: '“New” for over 14 days',
      unconfirmed: 'Erasure not confirmed',
    } satisfies Record<ApplicationAttention, string>,
    appliedBefore: 'Applied to this job before:',
    ofJob: 'Applications to',
    showAll: 'Show all applications',
    applicant: 'Applicant',
    date: 'Date',
    phone: 'Telephone',
    linkedin: 'LinkedIn profile',
    message: 'Message',
    cv: 'CV',
    noCv: 'No CV was sent.',
    download: 'Download',
    openCv: 'Open',
    noViewer: 'This browser cannot show a PDF within a page. Open it in a new tab or download it.',
    notGiven: 'Not given',
    downloadPerson: 'Download this person’s data',
    downloadPersonHint:
      'A zip file for an applicant who asks for their data: the applications with this e-mail address, the CVs, and what was done with them.',
    erased: 'Erased',
    erasedText:
      'This person’s data was erased, on request or because your company no longer keeps it. The date, the job and the status are kept, so that your ATS neither misses nor repeats an application.',
    erasedAt: (at: string) => `Erased here on ${at}.`,
    erasureConfirmed: (key: string, at: string) =>
      `The key “${key}” confirmed on ${at} that your ATS has erased its copy.`,
    erasureUnconfirmed: 'Your ATS has not confirmed yet that it erased its copy. Check it there.',
  },
  held: {
    tab: (count: number) => `Held back (${number(count)})`,
    text: 'The form has a field that applicants do not see. Programs that send spam fill it in, and a browser extension may do so too. It was filled in here, so your ATS does not have these applications yet. Mark the real applications as “Not spam”, and discard the others. After 7 days your ATS gets what you have not decided on.',
    none: 'Nothing is held back.',
    since: 'Held back since',
    until: 'Goes to your ATS on',
    letIn: 'Not spam',
    letInDone: 'The application is accepted. Your ATS gets it with its next poll.',
    discard: 'Discard…',
    discardTitle: (name: string) => `Discard the application of ${name}?`,
    discardText: 'It is deleted for good, with its CV.',
    discardSubmit: 'Discard',
    discardDone: 'The application is discarded.',
  },
  find: {
    tab: 'Find a candidate',
    text: 'A candidate is missing in your ATS? Enter the number on the applicant’s confirmation page, or the request id on the page of an error. If the applicant has neither, choose the days.',
    reference: 'Application number or request id',
    since: 'From',
    until: 'To',
    none: 'Nothing was found. We keep for 14 days what became of refused forms.',
    isMore: 'There are more. Choose fewer days.',
    withoutId: 'A form without a number',
    places: {
      delivered: 'Delivered',
      ready: 'Ready for your ATS',
      waiting: 'In the mailbox',
      held: 'Held back',
      erased: 'Erased',
      refused: 'Refused',
      gone: 'No longer here',
    } satisfies Record<Found['place'], string>,
    explained: {
      delivered: 'A poll with one of your keys got it. Its date:',
      ready: 'No recorded poll has got it. Your ATS gets it if it asks for candidates of this date:',
      waiting: 'Your ATS gets it with its next poll. Its date:',
      held: 'A user accepts or discards it. Otherwise your ATS gets it after:',
      erased: 'Only the job, the status and this date are kept:',
      refused: 'The applicant saw what to correct, and has not sent it again.',
      gone: 'It was held back, and then discarded or erased.',
    } satisfies Record<Found['place'], string>,
    forms: 'Its forms in the last 14 days',
    outcomes: {
      accepted: 'accepted',
      repeated: 'the same form again',
      held: 'held back',
      refused: 'refused',
    } satisfies Record<Found['forms'][number]['outcome'], string>,
    reasons: {
      invalid_request: 'something in it was wrong',
      too_many_applications: 'too many forms came from this address',
      uploads_closed: 'the server did not take a CV',
      job_unpublished: 'the job was not published',
      overloaded: 'the server was busy',
    },
    failed: 'the server failed',
    polls: 'Which keys asked for it',
    gotIt: (key: string, at: string) => `The key “${key}” got it: ${at}.`,
    passed: (key: string, at: string) => `The key “${key}” did not get it. It asked only for later ones: ${at}.`,
    notReached: (key: string, at: string) =>
      `No recorded poll of the key “${key}” reached it. The last poll of this key: ${at}.`,
    noPolls: 'No key of the company has fetched candidates yet.',
  },
  erase: {
    open: 'Erase this person’s data…',
    title: (name: string) => `Erase the data of ${name}?`,
    erasedIntro: 'The following will be erased for good, here and in the API:',
    erasedItems: ['first and last name', 'e-mail address, telephone and LinkedIn profile', 'the message', 'the CV'],
    kept: 'The job, the date and the status of the application are kept.',
    copies: 'Your ATS may have a copy. You have to erase it there.',
    others: (count: number) =>
      plural(count, {
        one: 'Also erase # other application from the same e-mail address',
        other: 'Also erase # other applications from the same e-mail address',
      }),
    isSure: 'I understand that this cannot be undone',
    tickFirst: 'Tick this box first.',
    submit: 'Erase',
    done: 'The person’s data has been erased.',
  },
  activity: {
    requests: 'API requests',
    requestsText:
      'The last 14 days. Of a request we keep the ids of its jobs and why they were refused (of a batch, the first ten that were refused), but no other content and no personal data. A request with a wrong key or to a wrong address is not listed.',
    audit: 'Audit trail',
    auditText: 'What users did with keys, other users, data and jobs, and what was erased automatically.',
    receivedBefore: 'Received before',
    none: 'No requests yet',
    noneText: 'Each request that your ATS makes with a key appears here for 14 days.',
    noMatch: 'No matching requests in the last 14 days.',
    noEvents: 'Nothing has been recorded yet.',
    shown: (count: number, newest: string, oldest: string) =>
      `${plural(count, { one: '# entry', other: '# entries' })}, from ${newest} back to ${oldest}.`,
    isLastPage: 'There are no older entries.',
    failedOnly: 'Failed only',
    time: 'Time',
    operation: 'Operation',
    endpoint: 'Method and path',
    errorCode: 'Error code',
    wrongPaths: 'Wrong values',
    answer: 'Answer',
    callerDisconnected: 'Caller disconnected',
    refused: (refused: number, sent: number) => `${number(refused)} of ${number(sent)} refused`,
    batch: 'Batch',
    firstRefused: 'First refused',
    itemNumber: (place: number) => `No. ${number(place)}`,
    duration: 'Duration',
    milliseconds: (amount: string) => `${amount} ms`,
    requestId: 'Request id',
    by: 'By',
    action: 'Action',
    target: 'Target',
    targetIs: 'Target:',
    details: 'Details',
    actions: {
      signed_in: 'signed in',
      sign_in_refused: 'sign-in refused: wrong password',
      password_set: 'chose a password',
      password_changed: 'changed the password',
      password_refused: 'wrong password in “Your account”',
      password_link_made: 'created a new password link',
      sessions_ended: 'signed out in other browsers',
      second_factor_on: 'turned two-step verification on',
      second_factor_off: 'turned two-step verification off',
      code_refused: 'wrong code after the right password',
      recovery_code_used: 'used a recovery code',
      recovery_codes_made: 'made new recovery codes',
      user_invited: 'invited a user',
      user_removed: 'removed a user',
      key_created: 'generated a key',
      key_renamed: 'renamed a key',
      key_rolled: 'rolled a key',
      key_revoked: 'revoked a key',
      job_changed: 'changed a job',
      job_published: 'published a job',
      job_unpublished: 'unpublished a job',
      job_deleted: 'deleted a draft',
      external_id_changed: 'changed an external id',
      application_status_changed: 'changed the status of an application',
      cv_viewed: 'viewed a CV',
      cv_downloaded: 'downloaded a CV',
      application_erased: 'erased a person’s data',
      application_erasure_confirmed: 'confirmed that its copy of a person’s data is erased',
      applications_expired: 'erased old applications',
      person_exported: 'downloaded a person’s data',
      list_exported: 'downloaded a list',
      retention_changed: 'changed how long applications are kept',
      application_let_in: 'accepted an application that was held back',
      application_discarded: 'discarded an application that was held back',
      company_changed: 'changed the company’s profile',
    } satisfies Record<AuditAction, string>,
    detail: {
      keyId: 'Key id:',
      keyName: 'Key:',
      scopes: 'Scopes:',
      endsAt: 'The old key expires:',
      from: 'Before:',
      to: 'Now:',
      fields: 'Fields:',
      signedInAs: 'Signed in on the same browser:',
      count: 'Applications:',
      title: 'Title:',
      externalId: 'External id:',
      applications: 'Which ones:',
      rows: 'Rows:',
    } satisfies Record<AuditDetail, string>,
  },
  company: {
    text: 'What job seekers read about you on your pages.',
    openSite: 'Open the public site',
    fields: {
      name: 'Name',
      description: 'Description',
      website: 'Website',
      locale: 'Default language',
      privacy: 'Privacy notice',
      currency: 'Currency of salaries',
    },
    problems: {
      name: (charactersMax: number) =>
        `Enter a name of at most ${number(charactersMax)} characters, without control characters or characters that change the direction of text.`,
      tooLong: (charactersMax: number) => `Enter at most ${number(charactersMax)} characters.`,
      website: 'Enter an address that begins with https://, or leave this field empty.',
      notInList: 'Choose one from the list.',
    },
    descriptionHint: 'Plain text. Leave an empty line to begin a new paragraph.',
    localeHint:
      'The addresses of jobs that your ATS receives are in this language, unless the text of a job is in another. Visitors can choose another.',
    privacyHint:
      'Shown beside the consent of each application form. Plain text: how long you keep the data, and whom applicants can ask. Addresses that begin with https:// become links.',
    currencyHint:
      'Of all salaries of your jobs, also those that your ATS sends. A salary is a number: nothing is converted.',
    currencyOfCountry: 'Currency of each job’s country',
    saved: 'Profile saved.',
    changed: {
      title: 'Another user changed the profile, too',
      text: 'Your changes have not been saved yet. The form now shows what others saved, except where you have typed something.',
      replaces: 'Save to replace this with your text:',
      empty: 'empty',
      discard: 'Discard my changes',
    },
  },
  retention: {
    title: 'How long applications are kept',
    off: 'Applications are kept until a user erases them.',
    on: (months: number) =>
      `Applications are erased automatically ${plural(months, { one: '# month', other: '# months' })} after they arrive: what the applicant sent, with the CV.`,
    kept: 'The date, the job and the status are always kept.',
    months: 'Months',
    monthsHint: (monthsMax: number) => `From 1 to ${number(monthsMax)}. The next step shows what would be erased.`,
    monthsProblem: (monthsMax: number) => `Enter a whole number from 1 to ${number(monthsMax)}.`,
    duration: (months: number) => plural(months, { one: '# month', other: '# months' }),
    noLimit: 'no limit',
    next: 'Continue…',
    confirmTitle: (months: number) =>
      `Erase applications after ${plural(months, { one: '# month', other: '# months' })}?`,
    wouldErase: (count: number, hasMore: boolean) =>
      count === 0
        ? 'No application is older, so nothing is erased now.'
        : `${hasMore ? 'More than ' : ''}${plural(count, { one: '# application is', other: '# applications are' })} older, and will be erased now.`,
    daily:
      'From then on, applications that become older are erased every day. Your ATS may have copies. You have to erase them there.',
    turnOn: 'Erase automatically',
    turnOff: 'Stop erasing',
    turnOffTitle: 'Stop erasing old applications?',
    turnOffText: 'Applications are then kept until a user erases them. What has been erased does not come back.',
    saved: 'Saved.',
    underWay: (count: number) =>
      plural(count, { one: 'Erasing… # application so far.', other: 'Erasing… # applications so far.' }),
    lastRun: 'Last run',
    erased: (count: number) => plural(count, { one: '# application erased', other: '# applications erased' }),
    failed: 'The last attempt failed. It is repeated automatically.',
  },
  logo: {
    title: 'Logo',
    none: 'No logo yet.',
    hint: (kilobytesMax: number) => `PNG, JPEG or WebP, at most ${number(kilobytesMax)} KB.`,
    current: 'The logo on the public site',
    chosen: 'The logo that you have chosen, not uploaded yet',
    choose: 'Choose an image',
    upload: 'Upload this logo',
    refused: (kilobytesMax: number) =>
      `This file cannot be used as a logo. Choose a PNG, JPEG or WebP image of at most ${number(kilobytesMax)} KB.`,
    saved: 'The logo is now on the public site.',
    remove: 'Remove the logo',
    removeTitle: 'Remove the logo?',
    removeText: 'Your pages will then show only the name.',
    removed: 'Logo removed.',
  },
  users: {
    inviteTitle: 'Invite a user',
    inviteText: 'Users can do everything that you can do here.',
    inviteByMail: 'Users can do everything that you can do here. The invited person gets a link by e-mail.',
    sentTo: (email: string) => `Invitation sent to ${email}`,
    sentText:
      'The invited person gets an e-mail with a link that works once, within 7 days. No other person can see the link. If the e-mail does not arrive, check the address and invite the person again.',
    sendAgain: 'Send again',
    invite: 'Invite',
    newLink: 'New link',
    passwordLink: 'Password link',
    passwordLinkTitle: (email: string) => `Make a password link for ${email}?`,
    passwordLinkText:
      'With the link, the user chooses a new password. The current password works until the link is used. The audit trail records that you made it.',
    makeLink: 'Make the link',
    linkFor: (email: string) => `Link for ${email}`,
    linkOnce:
      'Send this link to the person yourself: the board sends no e-mail. The link is shown only this once and works only once. The person who opens it chooses the password.',
    linkUntil: 'The link works until',
    you: 'You',
    active: 'Active',
    firstLinkEnded: 'The link before it no longer works: this person was invited before.',
    mailEndsFirst:
      'This person was invited before. As soon as the new e-mail is sent, the link before it no longer works.',
    invited: 'Invited',
    since: 'Since',
    by: 'Invited by',
    remove: 'Remove',
    removed: (email: string) => `${email} has been removed.`,
    removeTitle: (email: string) => `Remove ${email}?`,
    removeText:
      'The user is signed out everywhere immediately and cannot sign in again. Keys that they generated continue to work.',
  },
  account: {
    passwordTitle: 'Change the password',
    passwordText: 'You will be signed out in all other browsers.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    passwordChanged: 'The password has been changed. All other browsers are signed out.',
    sessionsTitle: 'Where you are signed in',
    sessionsText: 'If you do not recognise one of these, sign it out and change your password.',
    browser: 'Browser',
    browserOn: (browser: string | null, system: string | null) =>
      [browser ?? 'Unknown browser', system].filter((part) => part !== null).join(' on '),
    thisSession: 'This browser',
    started: 'Signed in',
    lastUsed: 'Last used',
    sessionEnded: 'That browser has been signed out.',
    endAll: 'Sign out everywhere',
    endAllTitle: 'Sign out everywhere?',
    endAllText: 'You will be signed out in all browsers, in this one too.',
  },
  secondFactor: {
    title: 'Two-step verification',
    text: 'With an authenticator app on your phone, your password alone is not enough to sign in. You will be asked for a code of the app after the password.',
    setUp: 'Set up an authenticator app',
    openApp:
      'Open an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator, Aegis or 1Password.',
    scan: 'Add an account there by scanning this QR code.',
    qrCode: 'QR code for your authenticator app',
    orType: 'If you cannot scan it, type this key into the app:',
    confirmHint: 'The 6 digits that the app shows now.',
    turnOn: 'Turn on',
    code: 'Code',
    codeHint: 'The 6 digits that your authenticator app shows, or a recovery code.',
    lost: 'Lost your phone and your recovery codes? Ask the board’s operator to turn two-step verification off.',
    isOn: 'On',
    codesLeft: (count: number) => plural(count, { one: '# recovery code left', other: '# recovery codes left' }),
    recoveryCodes: 'Recovery codes',
    storeCodes: 'Store these recovery codes now',
    storeCodesText: 'They are shown only this once. If you lose your phone, each of them replaces one code of the app.',
    stored: 'I have stored them',
    leaveTitle: 'Leave without storing the recovery codes?',
    renew: 'New recovery codes',
    renewText: 'The recovery codes that you have now will no longer work.',
    turnOff: 'Turn off',
    turnOffText: 'Your password alone will then be enough to sign in.',
    turnedOff: 'Two-step verification is off.',
  },
}

export type Words = typeof en
