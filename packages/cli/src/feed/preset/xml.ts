import { type MapFile, translate } from '../map-file.ts'

// Maps for vendors whose feeds are XML or pages; some have a JSON feed too. Texts in these feeds are often escaped as
// if they were HTML, and HTML once more. As in the maps for JSON, full-time, part-time and "contract" have no meaning.

// The XML feed that Indeed takes from job boards and vendors. Compared with an earlier edition of Indeed's "XML feed
// reference", and with the beginning of today's. It gives examples of `jobtype` and `education` and no list, so the
// words below are usual ones. Of the values of `remotetype` it names "Fully remote", "WFH Flexible" and "COVID-19"; the
// others are unconfirmed.
const indeed: MapFile = {
  element: 'job',
  fields: {
    id: { from: ['referencenumber', 'requisitionid', 'id'] },
    title: { from: 'title', decode: 'html' },
    city: { from: 'city', decode: 'html', place: true },
    country: 'country',
    description: { from: 'description', decode: 'html' },
    // A list, such as "fulltime, temporary".
    contractType: translate(
      'jobtype',
      {
        nothing: ['fulltime', 'full-time', 'parttime', 'part-time'],
        CDI: ['permanent'],
        CDD: ['temporary', 'seasonal'],
        Freelance: ['freelance'],
        Stage: ['internship'],
        Alternance: ['apprenticeship'],
        Autre: ['volunteer'],
      },
      { split: ',' },
    ),
    'boardwalk.hours': translate(
      'jobtype',
      {
        FULL_TIME: ['fulltime', 'full-time'],
        PART_TIME: ['parttime', 'part-time'],
        nothing: [
          'permanent',
          'temporary',
          'seasonal',
          'freelance',
          'internship',
          'apprenticeship',
          'volunteer',
          'contract',
        ],
      },
      { split: ',' },
    ),
    'boardwalk.closesAt': 'expirationdate',
    educationLevel: translate('education', {
      BAC: ['High School', 'High School Diploma'],
      'BAC +1/2': ['Associates', 'Associates Degree'],
      'BAC +3/4': ['Bachelors', 'Bachelors Degree', "Bachelor's Degree"],
      'BAC +5': ['Masters', 'Masters Degree', "Master's Degree"],
      'BAC +5 et plus': ['Doctorate'],
    }),
    workMode: translate('remotetype', {
      REMOTE: ['Fully remote', 'WFH'],
      HYBRID: ['Hybrid remote', 'WFH Flexible'],
      nothing: ['COVID-19', 'Temporarily remote'],
    }),
    department: { from: 'category', decode: 'html' },
    url: 'url',
  },
  others: 'drop',
}

// The open positions of Personio, `https://NAME.jobs.personio.de/xml`. Compared with Personio's "Retrieving open
// positions". Of the kinds of employment it documents `permanent`, `intern`, `trainee` and `freelance`; the others, and
// `additionalOffices`, are from public programs that read such feeds. The feed names no country, work mode or address
// of a position.
const personio: MapFile = {
  element: 'position',
  fields: {
    id: 'id',
    title: { from: 'name', decode: 'html' },
    city: { from: ['office', 'additionalOffices.office'], place: true },
    description: { from: 'jobDescriptions.jobDescription', each: '<h3>{name}</h3>{value}' },
    contractType: translate('employmentType', {
      CDI: ['permanent'],
      CDD: ['temporary', 'fixed_term'],
      Stage: ['intern'],
      Alternance: ['trainee', 'apprentice'],
      Autre: ['working_student'],
      Freelance: ['freelance'],
    }),
    minExperience: {
      from: 'yearsOfExperience',
      values: { 'lt-1': 0, '1-2': 1, '2-5': 2, '5-7': 5, '7-10': 7, '10-15': 10, 'gt-15': 15 },
      unknown: 'drop',
    },
    maxExperience: {
      from: 'yearsOfExperience',
      values: { 'lt-1': 1, '1-2': 2, '2-5': 5, '5-7': 7, '7-10': 10, '10-15': 15, 'gt-15': null },
      unknown: 'drop',
    },
    department: 'department',
  },
  others: 'drop',
}

// The meanings of schema.org's `employmentType`: the values of Google's "Job posting structured data", and the words
// that schema.org gives as examples.
const employmentTypes = {
  FULL_TIME: null,
  PART_TIME: null,
  TEMPORARY: 'CDD',
  CONTRACTOR: 'Freelance',
  INTERN: 'Stage',
  VOLUNTEER: 'Autre',
  PER_DIEM: null,
  OTHER: 'Autre',
  'full-time': null,
  'part-time': null,
  seasonal: 'CDD',
  internship: 'Stage',
}

// JobPosting objects of schema.org, in the JSON-LD of a page. Compared with schema.org's `JobPosting` and with public
// types of Google's "Job posting structured data", whose own page could be read only in part.
const schemaOrg: MapFile = {
  fields: {
    id: { from: ['identifier.value', 'identifier', 'url', '@id'] },
    title: { from: ['title', 'name'], decode: 'html' },
    city: { from: 'jobLocation.address.addressLocality', decode: 'html', place: true },
    country: {
      from: [
        'jobLocation.address.addressCountry.name',
        'jobLocation.address.addressCountry',
        // A remote job has no place, but the country in which a person may work.
        'applicantLocationRequirements.name',
      ],
      decode: 'html',
    },
    description: { from: 'description', decode: 'html' },
    responsibilities: { from: 'responsibilities', decode: 'html' },
    qualifications: { from: ['qualifications', 'skills'], decode: 'html' },
    benefits: { from: 'jobBenefits', decode: 'html' },
    contractType: { from: 'employmentType', split: ',', values: employmentTypes, unknown: 'drop' },
    educationLevel: translate(['educationRequirements.credentialCategory', 'educationRequirements'], {
      BAC: ['high school'],
      'BAC +1/2': ['associate degree'],
      'BAC +3/4': ['bachelor degree'],
      nothing: ['professional certificate'],
      'BAC +5': ['postgraduate degree'],
      'Non défini': ['no requirements'],
    }),
    workMode: translate('jobLocationType', { REMOTE: ['TELECOMMUTE'] }),
    'boardwalk.closesAt': 'validThrough',
    url: 'url',
  },
  others: 'drop',
}

// The jobs of a Teamtailor career site: its RSS, `…/jobs.rss?per_page=1000`, or its JSON feed, `…/jobs.json`.
// Teamtailor's documentation does not describe these feeds. They are from public programs and copies of feeds. That
// `temporary` means remote for a time is from the words of Teamtailor's API. No copy of the feeds has questions.
const teamtailor: MapFile = {
  element: 'item',
  list: 'items',
  fields: {
    id: { from: ['guid', 'id'] },
    title: { from: 'title', decode: 'html' },
    city: {
      from: ['tt:locations.tt:location.tt:city', '_jobposting.jobLocation.address.addressLocality'],
      place: true,
    },
    country: { from: ['tt:locations.tt:location.tt:country', '_jobposting.jobLocation.address.addressCountry'] },
    description: { from: ['content_html', 'description'], decode: 'html' },
    contractType: { from: '_jobposting.employmentType', split: ',', values: employmentTypes, unknown: 'drop' },
    workMode: translate(['remoteStatus', '_jobposting.jobLocationType'], {
      ONSITE: ['none'],
      nothing: ['temporary'],
      HYBRID: ['hybrid'],
      REMOTE: ['fully', 'TELECOMMUTE'],
    }),
    department: { from: 'tt:department', decode: 'html' },
    url: { from: ['link', 'url'] },
  },
  others: 'drop',
}

// The jobs of one Workable account, `https://apply.workable.com/api/v1/widget/accounts/NAME?details=true`, or XML with
// the elements of Workable's XML job feed. The feed that Workable publishes has the jobs of all its customers. Workable
// documents the XML in "Utilizing the XML Job Feed", which could not be read; its elements are from a public program
// that refuses any other element. The JSON is from public programs and copies of answers. The levels of education and
// the kinds of employment are those of EMSCAD, a published data set of Workable's job ads; "Internship" is from a
// public program. No source has questions in these feeds: Workable documents them in `/jobs/:shortcode/application_form`, which needs a
// token.
const workable: MapFile = {
  element: 'job',
  list: 'jobs',
  fields: {
    id: { from: ['referencenumber', 'shortcode'] },
    title: { from: 'title', decode: 'html' },
    city: { from: ['city', 'locations.city'], place: true },
    country: 'country',
    description: { from: 'description', decode: 'html' },
    contractType: translate(['jobtype', 'employment_type'], {
      nothing: ['Full-time', 'Part-time'],
      CDD: ['Temporary'],
      Stage: ['Internship'],
      Autre: ['Other'],
    }),
    educationLevel: translate('education', {
      'Non défini': ['Unspecified'],
      'Niveau BAC': ['Some High School Coursework'],
      BAC: ['High School or equivalent', 'Vocational - HS Diploma', 'Vocational'],
      'BAC +1': ['Certification', 'Some College Coursework Completed'],
      'BAC +1/2': ['Vocational - Degree', 'Associate Degree'],
      'BAC +3/4': ["Bachelor's Degree"],
      'BAC +5': ["Master's Degree", 'Professional'],
      'BAC +5 et plus': ['Doctorate'],
    }),
    workMode: translate(['remote', 'telecommuting'], { REMOTE: ['true'], nothing: ['false'] }),
    department: { from: ['category', 'department'] },
    url: 'url',
  },
  others: 'drop',
  // The JSON has a job once for each of its places, and the XML was seen to repeat jobs.
  repeated: 'skip',
}

/** The maps of vendors whose feeds are XML or pages. */
export const xmlPresets = { indeed, personio, 'schema-org': schemaOrg, teamtailor, workable }
