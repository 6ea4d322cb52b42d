import { z } from 'zod'

/*
 * Google's published rules for the structured data of a job:
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting#structured-data-type-definitions
 * Each member has the rule of its row in the tables of that page. Required are datePosted, description, hiringOrganization, jobLocation
 * and title; the others are recommended.
 * An object with a member that is not listed here is refused, so that no member is added without a look at the rules.
 */

const typed = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.strictObject({ '@type': z.literal(type), ...shape })
const Text = z.string().regex(/\S/)
const Url = z.url({ protocol: /^https?$/ })

const Place = typed('Place', {
  address: typed('PostalAddress', {
    addressLocality: Text.optional(),
    addressRegion: Text.optional(),
    addressCountry: z.string().regex(/^[A-Z]{2}$/),
  }),
})

const Amount = typed('QuantitativeValue', {
  value: z.number().optional(),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
}).refine(({ value, minValue, maxValue }) => (value ?? minValue ?? maxValue) !== undefined, 'has no amount')

/** Google says that the description must be HTML with paragraphs, lists or line ends. */
const Html = z.string().regex(/<(?:p|ul|ol|br)\b|\n/)

const EmploymentType = z.enum([
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
])

const Country = typed('Country', { name: Text })

export const GoogleJobPosting = typed('JobPosting', {
  '@context': z.literal('https://schema.org/'),
  title: Text,
  description: Html,
  datePosted: z.iso.datetime(),
  /** Only for a job that expires. Google hides the job from then on. */
  validThrough: z.iso.datetime().optional(),
  identifier: typed('PropertyValue', { name: Text, value: Text }),
  url: Url,
  hiringOrganization: typed('Organization', { name: Text, sameAs: Url.optional(), logo: Url.optional() }),
  jobLocation: z.union([Place, z.array(Place).min(2)]).optional(),
  jobLocationType: z.literal('TELECOMMUTE').optional(),
  applicantLocationRequirements: z.union([Country, z.array(Country).min(2)]).optional(),
  /** One or more of these words. */
  employmentType: z.union([EmploymentType, z.array(EmploymentType).min(2)]).optional(),
  baseSalary: typed('MonetaryAmount', { currency: z.string().regex(/^[A-Z]{3}$/), value: Amount }).optional(),
  experienceRequirements: z
    .union([
      z.literal('no requirements'),
      typed('OccupationalExperienceRequirements', { monthsOfExperience: z.int().positive() }),
    ])
    .optional(),
  educationRequirements: typed('EducationalOccupationalCredential', {
    credentialCategory: z.enum([
      'high school',
      'associate degree',
      'bachelor degree',
      'professional certificate',
      'postgraduate degree',
    ]),
  }).optional(),
  /** Whether people complete an application on the page itself: https://developers.google.com/search/docs/appearance/structured-data/job-posting#direct-apply */
  directApply: z.boolean(),
})
  .refine(
    ({ jobLocationType, applicantLocationRequirements }) =>
      (jobLocationType === undefined) === (applicantLocationRequirements === undefined),
    'a job that is done from home must say from which country, and no other job may',
  )
  .refine(
    ({ jobLocation, applicantLocationRequirements }) => (jobLocation ?? applicantLocationRequirements) !== undefined,
    'has no place',
  )
  .refine(
    ({ datePosted, validThrough = '9999' }) => datePosted < validThrough,
    'expires before it was posted: https://developers.google.com/search/docs/appearance/structured-data/job-posting#remove-a-job-posting',
  )
