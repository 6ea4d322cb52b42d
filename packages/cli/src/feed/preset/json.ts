import { type MapFile, translate } from '../map-file.ts'

// Maps for vendors whose feeds are JSON. Full-time and part-time name hours and not a kind of contract, so they have no
// meaning here. "Contract" means a fixed term to some vendors and a freelancer to others: no map has it, so the user
// gets a warning.

// The job postings of an Ashby board, `https://api.ashbyhq.com/posting-api/job-board/NAME`. Compared with Ashby's "Job
// Postings API". Its postings have no questions: only `jobPosting.info`, which needs a key, has the form.
const ashby: MapFile = {
  list: 'jobs',
  fields: {
    id: { from: ['id', 'jobUrl'] },
    title: 'title',
    city: { from: ['location', 'secondaryLocations.location'], place: true },
    country: 'address.postalAddress.addressCountry',
    description: 'descriptionHtml',
    contractType: translate('employmentType', {
      nothing: ['FullTime', 'PartTime'],
      Stage: ['Intern'],
      CDD: ['Temporary'],
    }),
    workMode: translate(['workplaceType', 'isRemote'], {
      ONSITE: ['OnSite'],
      HYBRID: ['Hybrid'],
      REMOTE: ['Remote', 'true'],
      nothing: ['false'],
    }),
    // A posting that is not listed can only be opened by its link.
    status: translate('isListed', { PUBLISHED: ['true'], UNPUBLISHED: ['false'] }),
    department: 'department',
    url: 'jobUrl',
  },
  others: 'drop',
}

// The jobs of a Greenhouse job board, `https://boards-api.greenhouse.io/v1/boards/NAME/jobs?content=true`. Compared
// with Greenhouse's "Job Board API". It documents no kind of contract, work mode or country. Only the answer for one job,
// `…/jobs/ID?questions=true`, has the questions of the form. A custom one has a name such as `question_2222`. The others
// ask for contact data and the CV, as our form does. `compliance` and `demographic_questions` are left out on purpose: they ask for
// origin, health and the like.
const greenhouse: MapFile = {
  list: 'jobs',
  fields: {
    id: 'id',
    title: 'title',
    // Free text, such as "Rabat, Maroc; Salé, Maroc" or "Rabat or remote".
    city: { from: 'location.name', place: true },
    // The API escapes the HTML of this member once more.
    description: { from: 'content', decode: 'html' },
    'boardwalk.closesAt': 'application_deadline',
    'boardwalk.questions': {
      from: 'questions',
      members: {
        id: { from: 'fields.0.name', match: '^question_.+' },
        label: 'label',
        type: translate('fields.0.type', {
          text: ['input_text'],
          long: ['textarea'],
          one: ['multi_value_single_select'],
          several: ['multi_value_multi_select'],
        }),
        options: 'fields.0.values.label',
        required: 'required',
      },
    },
    department: 'departments.name',
    url: 'absolute_url',
  },
  others: 'drop',
}

// The published postings of Lever, `https://api.lever.co/v0/postings/NAME?mode=json`. Compared with "Lever Postings
// API", the README of lever/postings-api, which says that it does not expose custom questions. `categories.allLocations` is not in it, but in public copies of answers.
// `categories.commitment` is free text that each company chooses, so the words below are only usual ones.
const lever: MapFile = {
  fields: {
    id: 'id',
    title: 'text',
    city: { from: ['categories.location', 'categories.allLocations'], place: true },
    country: 'country',
    // `description` has the opening and the body. The pay that a company shows is a text of its own.
    description: { from: ['description', 'salaryDescription', 'additional'], join: '\n' },
    responsibilities: { from: 'lists', each: '<h3>{text}</h3><ul>{content}</ul>' },
    contractType: translate('categories.commitment', {
      nothing: ['Full-time', 'Full Time', 'Fulltime', 'Part-time', 'Part Time', 'Parttime'],
      CDI: ['Permanent'],
      CDD: ['Fixed-term', 'Fixed Term', 'Temporary'],
      Freelance: ['Contractor', 'Freelance'],
      Stage: ['Intern', 'Internship'],
      Alternance: ['Apprenticeship'],
    }),
    workMode: translate('workplaceType', {
      ONSITE: ['on-site', 'onsite'],
      HYBRID: ['hybrid'],
      REMOTE: ['remote'],
      nothing: ['unspecified'],
    }),
    department: { from: ['categories.department', 'categories.team'] },
    url: 'hostedUrl',
  },
  others: 'drop',
}

// The offers of a Recruitee career site, `https://NAME.recruitee.com/api/offers/`. Recruitee's "Careers Site API" and
// "Feed documentation" could be read only in part. The members are from public copies of answers, the kinds of
// employment from public programs that counted them in some thousand offers. The codes of education are unconfirmed
// except for `bachelor_degree`.
const recruitee: MapFile = {
  list: 'offers',
  fields: {
    id: 'id',
    title: 'title',
    city: { from: ['city', 'locations.city'], place: true },
    country: { from: ['country_code', 'country'] },
    description: 'description',
    qualifications: 'requirements',
    contractType: translate('employment_type_code', {
      nothing: ['fulltime', 'parttime', 'parttime_minijob'],
      CDI: ['fulltime_permanent', 'parttime_permanent', 'permanent'],
      CDD: ['fulltime_fixed_term', 'parttime_fixed_term', 'fixed_term', 'temporary', 'seasonal'],
      Freelance: ['freelance'],
      Stage: ['internship', 'traineeship'],
      Alternance: ['apprenticeship'],
      Autre: ['volunteer', 'other'],
    }),
    educationLevel: translate('education_code', {
      BAC: ['high_school', 'vocational'],
      'BAC +1/2': ['associate_degree'],
      'BAC +3/4': ['bachelor_degree'],
      'BAC +5': ['master_degree'],
      'BAC +5 et plus': ['doctoral_degree', 'doctorate'],
      'Non défini': ['unspecified'],
    }),
    // Three members that are true or false; an offer that allows two ways is hybrid.
    workMode: {
      from: ['remote', 'hybrid', 'on_site'],
      join: ' ',
      values: {
        'false false false': null,
        'false false true': 'ONSITE',
        'false true false': 'HYBRID',
        'false true true': 'HYBRID',
        'true false false': 'REMOTE',
        'true false true': 'HYBRID',
        'true true false': 'HYBRID',
        'true true true': 'HYBRID',
        true: 'REMOTE',
        false: null,
      },
      unknown: 'drop',
    },
    status: translate('status', { PUBLISHED: ['published'], UNPUBLISHED: ['internal'] }),
    department: 'department',
    url: 'careers_url',
  },
  others: 'drop',
}

// The postings of SmartRecruiters, `https://api.smartrecruiters.com/v1/companies/NAME/postings?limit=100`, or one
// posting. Compared with the objects of SmartRecruiters' "Posting API". Its list of kinds of employment could not be
// read: the ids and labels, and `location.hybrid`, are from public copies of answers.
const smartrecruiters: MapFile = {
  list: 'content',
  fields: {
    id: 'id',
    title: 'name',
    city: { from: 'location.city', place: true },
    country: 'location.country',
    // The list of postings has no texts; one posting has them.
    description: { from: ['jobAd.sections.companyDescription.text', 'jobAd.sections.jobDescription.text'], join: '\n' },
    qualifications: {
      from: ['jobAd.sections.qualifications.text', 'jobAd.sections.additionalInformation.text'],
      join: '\n',
    },
    // The id "permanent" has the label "Full-time", so it names the hours.
    contractType: translate(['typeOfEmployment.id', 'typeOfEmployment.label'], {
      nothing: ['full-time', 'fulltime', 'part-time', 'parttime', 'permanent'],
      CDD: ['temporary'],
      Freelance: ['contractor', 'freelance'],
      Stage: ['intern', 'internship'],
      Alternance: ['apprenticeship'],
      Autre: ['volunteer', 'other'],
    }),
    workMode: {
      from: ['location.remote', 'location.hybrid'],
      join: ' ',
      values: {
        'false false': 'ONSITE',
        'false true': 'HYBRID',
        'true false': 'REMOTE',
        'true true': 'HYBRID',
        true: 'REMOTE',
        false: null,
      },
      unknown: 'drop',
    },
    department: 'department.label',
    reference: 'refNumber',
    // Only one posting has it.
    url: 'postingUrl',
  },
  others: 'drop',
}

/** The maps of vendors whose feeds are JSON. */
export const jsonPresets = { ashby, greenhouse, lever, recruitee, smartrecruiters }
