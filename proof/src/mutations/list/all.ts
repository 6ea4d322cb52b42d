import type { Mutation } from '../mutation.ts'
import { apiKeys } from './api-keys.ts'
import { applications } from './applications.ts'
import { jobs } from './jobs.ts'
import { mailbox } from './mailbox.ts'
import { packages } from './packages.ts'
import { promises } from './promises.ts'
import { server } from './server.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { transport } from './transport.ts'

export const mutations: readonly Mutation[] = [
  ...[...apiKeys, ...sessions, ...applications, ...mailbox, ...jobs],
  ...[...promises, ...transport, ...site, ...server, ...packages],
]
