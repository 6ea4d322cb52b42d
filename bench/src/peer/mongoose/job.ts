import { z } from 'zod'
import { sanitise } from '../html.ts'
import type { JobFields } from '../job-fields.ts'
import { ExternalId } from './external-id.ts'

const title = z.string().max(300).regex(/\S/, 'must not be blank')
const html = z.string().max(100_000).transform(sanitise).nullish()
const line = z.string().max(1000)
const lines = z.array(line).max(100)
const salary = z.number().min(0).nullish()
const experience = z.number().min(0).max(20).nullish()
const status = z.enum(['PUBLISHED', 'UNPUBLISHED']).nullish()

const optionalFields = {
  description: html,
  responsibilities: html,
  qualifications: html,
  benefits: z.union([line, lines]).nullish(),
  city: z.union([line, lines]).nullish(),
  country: line.nullish(),
  languages: z
    .array(z.enum(['fr', 'en', 'ar']))
    .max(100)
    .nullish(),
  contractType: z.enum(['CDI', 'CDD', 'Stage', 'Alternance', 'Freelance', 'VIE', 'Autre']).nullish(),
  educationLevel: z
    .enum(['Non défini', 'Niveau BAC', 'BAC', 'BAC +1', 'BAC +1/2', 'BAC +3/4', 'BAC +5', 'BAC +5 et plus'])
    .nullish(),
  workMode: z.enum(['REMOTE', 'HYBRID', 'ONSITE']).nullish(),
  minSalary: salary,
  maxSalary: salary,
  displaySalary: z.boolean().nullish(),
  minExperience: experience,
  maxExperience: experience,
  recruitmentProcess: lines.nullish(),
}

/** What a request changes of a job: absent leaves a field as it is, null clears it. */
export interface JobChange {
  status?: 'PUBLISHED' | 'UNPUBLISHED' | null | undefined
  fields: Partial<JobFields>
  extra: Record<string, unknown>
}

/** Sets the known fields apart from whatever else was sent. */
function apart<Id>({ id, status, ...rest }: { id: Id; status?: JobChange['status']; [name: string]: unknown }) {
  const isKnown = ([name]: [string, unknown]) => name === 'title' || Object.hasOwn(optionalFields, name)
  const entries = Object.entries(rest)
  const fields: Partial<JobFields> = Object.fromEntries(entries.filter(isKnown))
  const extra = Object.fromEntries(entries.filter((entry) => !isKnown(entry)))
  return { id, status, fields, extra }
}

export const JobCreateBody = z.object({
  job: z.looseObject({ id: ExternalId, title, ...optionalFields, status }).transform(apart),
})

export const JobUpdateBody = z.object({
  job: z
    .looseObject({ id: ExternalId.nullable().default(null), title: title.optional(), ...optionalFields, status })
    .transform(apart),
})
