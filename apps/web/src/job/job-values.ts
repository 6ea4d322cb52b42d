import type { JobFields } from '@boardwalk/schema/job'
import { type FieldName, isJobField, type JobValues, jobFields, type SentJob } from './job-fields.ts'

/** Fills the form from a stored job; without fields, it is the form of a new job. */
export function toForm(job: Partial<JobFields>): JobValues {
  const stored: Record<string, unknown> = job
  // Each value comes from its own field's `toForm`.
  return Object.fromEntries(
    Object.entries(jobFields).map(([name, field]) => [name, field.toForm(stored[name])]),
  ) as JobValues
}

/** Reads all fields of a job from the form. */
export function toJob(values: JobValues): SentJob {
  const typed: Record<string, unknown> = values
  // Each value comes from its own field's `toJob`.
  return Object.fromEntries(
    Object.entries(jobFields).map(([name, field]) => [name, field.toJob(typed[name])]),
  ) as SentJob
}

/** Reads only the fields that the person changed, so that saving them does not undo what others wrote meanwhile. */
export function toChangedJob(values: JobValues, isChanged: (name: FieldName) => boolean): Partial<SentJob> {
  const changed = Object.entries(toJob(values)).filter(([name]) => isJobField(name) && isChanged(name))
  // The entries are some of those of `toJob`.
  return Object.fromEntries(changed) as Partial<SentJob>
}
