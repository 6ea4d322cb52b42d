import type { Events } from '@boardwalk/core/listener'
import type { Part } from '../../part.ts'
import { describeApplication } from './confirmation.ts'
import { deliverReplies, replyMails } from './deliver.ts'
import { cancelRefusals, tellKeyRefusals } from './key-refusals.ts'
import { addApplicantPages } from './pages.ts'
import { procedures } from './procedures.ts'
import { replying } from './state.ts'

/** Lets users reply to applicants by mail, and applicants withdraw. */
export const replyPart = {
  name: 'reply',
  state: replying,
  mails: replyMails,
  procedures,
  addPages: addApplicantPages,
  slots: (deps) => ({ inConfirmation: (confirmed) => describeApplication(deps, confirmed) }),
  works: ({ settings }) =>
    settings.sendsMail ? [{ name: 'send the replies that are due', everyMs: 2_000, run: deliverReplies }] : [],
  listeners: (deps) => [
    {
      name: 'cancel the refusals of applications with another status',
      on: { statusesChanged: (changed) => cancelRefusals(deps, changed) },
    },
    ...(deps.settings.sendsMail
      ? [
          {
            name: 'tell people of the refusals of keys',
            on: { statusesChanged: (changed: Events['statusesChanged']) => tellKeyRefusals(deps, changed) },
          },
        ]
      : []),
  ],
  holders: (deps) => [
    {
      cancelApplications: (companyId, ids) => replying(deps).replies.removeAllOf(companyId, ids),
      // The link stays until the row is erased, so that the applicant can repeat an erasure that broke off.
      async eraseApplication(companyId, applicationId) {
        await replying(deps).replies.removeAllOf(companyId, [applicationId])
        await replying(deps).applicantLinks.remove(companyId, applicationId)
      },
      endAfterRestore: () => replying(deps).replies.cancelAll(new Date(deps.now())),
    },
  ],
} satisfies Part
