import { mistakes } from '../mutation.ts'

/** The pages of the back office: each run builds them first. */
export const web = [
  mistakes('apps/web/src/job/job-fields.ts', 'apps/web/src/job/jobs.test.ts', {
    'web: 0 is nothing. A job that asks for no experience says nothing of it.': [
      "(typed === '' ? null : Number(typed))",
      'Number(typed) || null',
    ],
  }),
  mistakes('apps/web/src/session/sign-in.tsx', 'apps/web/src/session/session.test.ts', {
    'web: a capital letter makes another person. Somebody who signs in again loses what they typed.': [
      'email.toLowerCase() === ended',
      'email === ended',
    ],
  }),
  mistakes('apps/web/src/activity/older.tsx', 'apps/web/src/activity/activity.test.ts', {
    'web: older entries of another list. Somebody who looks for failures sees everything.': [
      'search={{ ...search, cursor: next }}',
      'search={{ cursor: next }}',
    ],
  }),
].flat()
