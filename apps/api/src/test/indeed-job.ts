import { z } from 'zod'

/*
 * Indeed's published rules for a job of an XML feed:
 * https://docs.indeed.com/sponsored-jobs-api/shared-resources/xml-job-feed-format
 * Each member has the rule of its row in the table "Job feed elements". A member that is not listed here is refused. Indeed also asks for
 * a state and a postal code, which no job of this board has.
 */

const Text = z.string().regex(/\S/)
const Url = z.url({ protocol: /^https?$/ })
/** Indeed recommends ISO 8601 for all dates. */
const Instant = z.iso.datetime()

/** One element with plain numbers (no blank, comma or apostrophe in a number, no "k"), the currency, and always the period. */
const Salary = z
  .string()
  .regex(/^\d+(\.\d+)?( - \d+(\.\d+)?)? [A-Z]{3} per (hour|day|week|month|year)(, (net|gross))?$/)

/** Words of Indeed's examples, divided by commas. */
const JobTypes = z
  .string()
  .regex(/^(fulltime|parttime|contract|temporary|internship)(, (fulltime|parttime|contract|temporary|internship))*$/)

export const IndeedJob = z.strictObject({
  title: Text,
  date: Instant,
  lastactivitydate: Instant.optional(),
  referencenumber: Text,
  requisitionid: Text,
  /** The page that describes the job, not one to apply on. */
  url: Url,
  company: Text,
  sourcename: Text,
  city: Text.optional(),
  country: Text,
  description: Text,
  salary: Salary.optional(),
  education: Text.optional(),
  jobtype: JobTypes.optional(),
  experience: z
    .string()
    .regex(/^\d+(\.\d+)?\+ years$/)
    .optional(),
  remotetype: z.enum(['Fully remote', 'Hybrid remote']).optional(),
  /** The date from which the company no longer hires for the job. */
  expirationdate: Instant.optional(),
})
