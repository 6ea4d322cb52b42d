import type { Mutation } from '../mutation.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { cli } from './cli.ts'
import { forms } from './forms.ts'
import { held } from './held.ts'
import { jobs } from './jobs.ts'
import { journals } from './journal.ts'
import { mails } from './mail.ts'
import { mailbox } from './mailbox.ts'
import { packages } from './packages.ts'
import { promises } from './promises.ts'
import { removals } from './removal.ts'
import { retentions } from './retention.ts'
import { sandboxMistakes } from './sandbox.ts'
import { sdk } from './sdk.ts'
import { searches } from './search.ts'
import { secondFactors } from './second-factor.ts'
import { server } from './server.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { transport } from './transport.ts'
import { uploads } from './uploads.ts'
import { web } from './web.ts'

export const mutations: readonly Mutation[] = [
  ...[...apiKeys, ...sessions, ...secondFactors, ...removals, ...journals, ...mails],
  ...[...applications, ...held, ...retentions, ...uploads, ...mailbox, ...jobs, ...searches],
  ...[...promises, ...transport, ...site, ...server, ...packages, ...sandboxMistakes, ...sdk, ...cli, ...web, ...forms],
]
