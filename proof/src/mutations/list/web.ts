import { mistakes } from '../mutation.ts'

/** The pages of the back office: each run builds them first. */
export const web = [
  mistakes('apps/web/src/job/job-fields.ts', 'apps/web/src/job/jobs.browser.test.ts', {
    'web: 0 is nothing. A job that asks for no experience says nothing of it.': [
      "(typed === '' ? null : Number(typed))",
      'Number(typed) || null',
    ],
    'web: a stored 0 is shown as nothing. The next save of the job clears it.': [
      "(stored ?? '').toString()",
      "(stored || '').toString()",
    ],
  }),
  mistakes('apps/web/src/application/held-list.tsx', 'apps/web/src/application/applications.browser.test.ts', {
    'web: the list of applications is not read again. It lacks the one that was just let in.': [
      `letInDone })
        await queryClient.invalidateQueries(trpc.application.pathFilter())`,
      `letInDone })
        await queryClient.invalidateQueries(trpc.application.listHeld.queryFilter())`,
    ],
  }),
  mistakes('apps/web/src/session/sign-in.tsx', 'apps/web/src/session/session.browser.test.ts', {
    'web: who signs in again is always another person. Somebody whose session ended loses what they typed.': [
      'answer.userId === endedSession?.userId',
      'answer.userId === undefined',
    ],
  }),
  mistakes('apps/web/src/company/company-profile.tsx', 'apps/web/src/company/company.browser.test.ts', {
    'web: the frame keeps the company’s former name. Whoever renamed it thinks that it failed.': [
      '        await queryClient.invalidateQueries(trpc.session.me.queryFilter())\n',
      '',
    ],
  }),
  mistakes('apps/web/src/activity/requests.tsx', 'apps/web/src/activity/activity.browser.test.ts', {
    'web: an empty page is an empty list. Somebody on an old page reads that no request was ever made.': [
      'if (isFiltered || cursor !== undefined)',
      'if (isFiltered)',
    ],
  }),
  mistakes('apps/web/src/activity/older.tsx', 'apps/web/src/activity/activity.browser.test.ts', {
    'web: older entries of another list. Somebody who looks for failures sees everything.': [
      'search={{ ...search, cursor: next }}',
      'search={{ cursor: next }}',
    ],
  }),
  mistakes('apps/web/src/activity/audit-trail.tsx', 'apps/web/src/activity/activity.browser.test.ts', {
    'web: a deleted draft is a link. It leads to a page that says that there is no such job.': [
      " && action !== 'job_deleted'",
      '',
    ],
  }),
  mistakes('apps/web/src/job/publication.tsx', 'apps/web/src/job/jobs.browser.test.ts', {
    'web: no question before a job is unpublished. One click takes a job off the site.': [
      'onClick={() => setAsking(true)}',
      'onClick={() => unpublish.mutate({ jobId })}',
    ],
  }),
  mistakes('apps/web/src/key/roll-key.tsx', 'apps/web/src/key/keys.browser.test.ts', {
    'web: at once is in a day. A key that has leaked works for another day.': ["'0': 0,", "'0': 24,"],
  }),
].flat()
