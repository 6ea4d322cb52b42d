/* JSON Schema of what comes in, for Ajv, and of what goes out, for fast-json-stringify. */

const html = { type: 'string', nullable: true, maxLength: 100_000 }
const line = { type: 'string', maxLength: 1000 }
const lines = { type: ['array', 'null'], maxItems: 100, items: line }
const lineOrLines = { type: ['string', 'array', 'null'], maxLength: 1000, maxItems: 100, items: line }
const experience = { type: 'number', nullable: true, minimum: 0, maximum: 20 }
const salary = { type: 'number', nullable: true, minimum: 0 }
const oneOf = (...values: string[]) => ({ enum: [...values, null] })

/** 1 to 255 characters; not blank, `.` or `..`; no control character and no half of one. */
const externalId = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\.{1,2}$)(?!\\s*$)[^\\p{Cc}\\p{Cs}]+$',
}
const title = { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S' }

const optionalFields = {
  description: html,
  responsibilities: html,
  qualifications: html,
  benefits: lineOrLines,
  city: lineOrLines,
  country: { ...line, nullable: true },
  languages: { type: ['array', 'null'], maxItems: 100, items: { enum: ['fr', 'en', 'ar'] } },
  contractType: oneOf('CDI', 'CDD', 'Stage', 'Alternance', 'Freelance', 'VIE', 'Autre'),
  educationLevel: oneOf(
    ...['Non défini', 'Niveau BAC', 'BAC', 'BAC +1', 'BAC +1/2', 'BAC +3/4', 'BAC +5', 'BAC +5 et plus'],
  ),
  workMode: oneOf('REMOTE', 'HYBRID', 'ONSITE'),
  minSalary: salary,
  maxSalary: salary,
  displaySalary: { type: 'boolean', nullable: true },
  minExperience: experience,
  maxExperience: experience,
  recruitmentProcess: lines,
  status: oneOf('PUBLISHED', 'UNPUBLISHED'),
}

const bodyOf = (job: object) => ({ type: 'object', required: ['job'], properties: { job } })

export const createBody = bodyOf({
  type: 'object',
  required: ['id', 'title'],
  properties: { id: externalId, title, ...optionalFields },
})

export const updateBody = bodyOf({
  type: 'object',
  properties: { id: { ...externalId, nullable: true }, title, ...optionalFields },
})

export const linkBody = {
  type: 'object',
  required: ['links'],
  properties: {
    links: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: {
        type: 'object',
        required: ['platformJobId', 'externalJobId'],
        properties: {
          platformJobId: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
          externalJobId: externalId,
        },
      },
    },
  },
}

export const jobParams = { type: 'object', properties: { externalJobId: externalId } }

export const candidateQuery = {
  type: 'object',
  properties: {
    since: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    page: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
    pageSize: { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' },
  },
}

const error = { type: 'null' }
const text = { type: 'string' }

export const jobResult = { type: 'object', properties: { jobId: { type: 'integer' }, jobUrl: text, error } }

export const unpublishResult = { type: 'object', properties: { jobId: { type: 'integer' }, error } }

export const linkResults = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: { platformJobId: { type: 'integer' }, externalJobId: text, status: text },
      },
    },
    error,
  },
}

export const candidateList = {
  type: 'object',
  properties: {
    candidates: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          jobBoardId: text,
          status: text,
          companyId: text,
          firstName: text,
          lastName: text,
          email: text,
          phone: text,
          cv: text,
          linkedinUrl: text,
          offerId: text,
          date: { type: 'string', format: 'date-time' },
          message: text,
        },
      },
    },
    total: { type: 'integer' },
    error,
  },
}
