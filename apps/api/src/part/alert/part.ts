import type { Part } from '../../part.ts'
import { queueDueAlerts } from './alert.ts'
import { FeedLink, FollowSameKind, FollowSearch, listFooterLinks } from './follow-search.tsx'
import { alertMails } from './mails.ts'
import { addAlertPages } from './pages.ts'
import { addRssPages } from './rss.ts'
import { alerting } from './state.ts'

/** Lets job seekers follow a search: by mail, if the board sends mail, and by RSS. */
export const alertPart = {
  name: 'alert',
  state: alerting,
  mails: alertMails,
  addPages(site) {
    addAlertPages(site)
    addRssPages(site)
  },
  slots: ({ settings: { sendsMail } }) => ({
    inHeadOfJobs: FeedLink,
    belowJobs: (list) => FollowSearch({ ...list, sendsMail }),
    belowConfirmation: (list) => sendsMail && FollowSameKind(list),
    footerLinks: listFooterLinks,
  }),
  works: ({ settings }) =>
    settings.sendsMail ? [{ name: 'queue the mails of alerts', everyMs: 30_000, run: queueDueAlerts }] : [],
  people: {
    name: 'alerts',
    description: 'an alert by mail',
    findIds: (deps, email, companyId) => alerting(deps).alerts.findIdsByEmail(email, companyId),
    listEmails: (deps, pattern, companyId) => alerting(deps).alerts.listEmails(pattern, companyId),
    erase: (deps, id) => alerting(deps).alerts.remove(id),
  },
} satisfies Part
