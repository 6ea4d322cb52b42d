import type { Mutation } from '../mutation.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { cli } from './cli.ts'
import { forms } from './forms.ts'
import { jobs } from './jobs.ts'
import { mailbox } from './mailbox.ts'
import { packages } from './packages.ts'
import { promises } from './promises.ts'
import { sdk } from './sdk.ts'
import { server } from './server.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { transport } from './transport.ts'
import { web } from './web.ts'

export const mutations: readonly Mutation[] = [
  ...[...apiKeys, ...sessions, ...applications, ...mailbox, ...jobs],
  ...[...promises, ...transport, ...site, ...server, ...packages, ...sdk, ...cli, ...web, ...forms],
]
