import { Scopes } from '@boardwalk/schema/api-key'
import { ApplicationStatus } from '@boardwalk/schema/application'
import { CompanyName } from '@boardwalk/schema/company'
import { operationNames } from '@boardwalk/schema/operations'
import { mustBe, oneOf } from '@boardwalk/schema/wording'
import { z } from 'zod'
import type { BoardJob, Sandbox } from '../sandbox.ts'
import { FailureInput } from './failure-input.ts'
import { ControlError, describeOperation, findCompany, members, type Operation } from './operation.ts'

/*
 * The operations of the control port: what a test asks of the sandbox over HTTP. Each has the name of the method or member of
 * the sandbox that it calls. The routes, openapi.json and the forms of the page are made of this table.
 */

const company = z
  .string(mustBe('the slug of a company'))
  .optional()
  .describe('Slug of the company. Default: the first company.')
const job = z
  .union([z.string(), z.int()], mustBe('an external id (a text) or a job id (a number)'))
  .describe('External id (a text) or job id (a number).')
  .meta({ examples: ['A-1'] })
const candidateId = z.string(mustBe('the id of a candidate')).describe('Id of the candidate.')
// ApplicationStatus has a name for the document of the API, to which this document cannot refer.
const status = z.enum(ApplicationStatus.enum, mustBe(`one of ${ApplicationStatus.options.join(', ')}`))
const text = z.string(mustBe('a text')).optional()
const jobMembers = z.record(z.string(), z.unknown(), mustBe('an object with members of a job'))
const count = (accepted: string) => z.int(mustBe(accepted)).min(1, mustBe(accepted))
const milliseconds = z.int(mustBe('a number of milliseconds'))

/** The longest time that a link waits for its answer. */
const LINK_MS_MAX = 10_000

/** The most that the clock moves at once: a hundred years. Dates far beyond it cannot be written. */
const MOVE_MS_MAX = 100 * 365 * 24 * 60 * 60 * 1000

/** Sends one link to the API. A failure of failNext may be for this request, and then it may have no answer. */
async function sendLink({ fetch, url }: Sandbox, apiKey: string, link: object): Promise<unknown> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ links: [link] })
  try {
    const signal = AbortSignal.timeout(LINK_MS_MAX)
    return await (await fetch(`${url}/job/link`, { method: 'POST', headers, body, signal })).json()
  } catch (cause) {
    throw new ControlError('The request for the link failed, as failNext asked', 400, { cause })
  }
}

export const operations: Record<string, Operation> = {
  sandbox: describeOperation({
    method: 'GET',
    summary: 'Get the address of the API, the board’s clock, and each company with its newest key',
    input: members({}),
    output: z.object({
      url: z.string(),
      now: z.iso.datetime(),
      companies: z.array(z.object({ slug: z.string(), apiKey: z.string() })),
    }),
    run: ({ sandbox, companies }) => ({
      url: sandbox.url,
      now: new Date(sandbox.now()).toISOString(),
      companies: [...companies.values()].map(({ slug, apiKey }) => ({ slug, apiKey })),
    }),
  }),

  requests: describeOperation({
    method: 'GET',
    summary: 'List the requests that the board has seen, in the order of arrival',
    input: members({
      last: z
        .string()
        .regex(/^[1-9]\d*$/, { error: 'must be a whole number of at least 1' })
        .optional()
        .describe('Only so many, the latest. Default: all.'),
    }),
    output: z.object({ requests: z.array(z.looseObject({ method: z.string(), path: z.string() })) }),
    run: ({ sandbox }, { last }) => ({
      requests: last === undefined ? sandbox.requests : sandbox.requests.slice(-Number(last)),
    }),
  }),

  apply: describeOperation({
    method: 'POST',
    summary: 'Apply to a job, as a person does; what is left out is made up or empty',
    input: members({
      job,
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      linkedinUrl: text,
      message: text,
      answers: z
        .array(z.object({ id: z.string(), label: z.string(), value: z.string() }), mustBe('a list of answers'))
        .optional()
        .describe('Answers to the questions of the job: `id`, `label` and `value`, each a text.'),
      cv: z
        .base64(mustBe('a PDF, DOCX or ODT file in base64'))
        .optional()
        .describe('A PDF, DOCX or ODT file in base64.'),
      company,
    }),
    output: z.looseObject({ id: z.string() }).describe('The candidate, as GET /candidates shows it.'),
    run: (controlled, { company: slug, job: name, cv, ...fields }) =>
      findCompany(controlled, slug).apply(name, {
        ...fields,
        ...(cv !== undefined && { cv: Buffer.from(cv, 'base64') }),
      }),
  }),

  addJob: describeOperation({
    method: 'POST',
    summary: 'Add a job without an external id, as a user does',
    input: members({
      job: jobMembers.describe('The members of a job, as POST /job takes them, without an id.').meta({
        examples: [{ title: 'Comptable' }],
      }),
      company,
    }),
    output: z.object({ jobId: z.int(), jobUrl: z.string() }),
    // The sandbox checks the members of a job.
    run: (controlled, { company: slug, job: added }) =>
      findCompany(controlled, slug).addJob(added as unknown as BoardJob),
  }),

  editJob: describeOperation({
    method: 'POST',
    summary: 'Change a job, as a user does; status publishes and unpublishes it',
    input: members({
      job,
      changes: jobMembers.describe('The members to change.').meta({ examples: [{ status: 'UNPUBLISHED' }] }),
      company,
    }),
    run: (controlled, { company: slug, job: name, changes }) => findCompany(controlled, slug).editJob(name, changes),
  }),

  setExternalId: describeOperation({
    method: 'POST',
    summary: 'Give, change or remove the external id of a job, as a user does',
    input: members({
      job,
      externalId: z
        .union([z.string(), z.null()], mustBe('an external id (a text), or null to remove it'))
        .describe('The new id; null removes it. An id of another job moves to this one.'),
      company,
    }),
    run: (controlled, { company: slug, job: name, externalId }) =>
      findCompany(controlled, slug).setExternalId(name, externalId),
  }),

  deleteDraft: describeOperation({
    method: 'POST',
    summary: 'Delete a job that was never published, as a user does',
    input: members({ job, company }),
    run: (controlled, { company: slug, job: name }) => findCompany(controlled, slug).deleteDraft(name),
  }),

  link: describeOperation({
    method: 'POST',
    summary: 'Give an external id to a job, as an ATS does: POST /job/link with the company’s newest key',
    input: members({
      platformJobId: z.int(mustBe('a job id (a number)')).describe('Job id (a number).'),
      externalJobId: z.string(mustBe('an external id (a text)')),
      company,
    }),
    output: z.looseObject({}).describe('The answer of POST /job/link.'),
    run: (controlled, { company: slug, ...link }) =>
      sendLink(controlled.sandbox, findCompany(controlled, slug).apiKey, link),
  }),

  setStatus: describeOperation({
    method: 'POST',
    summary: 'Set the status of a candidate, as a user does',
    input: members({ candidateId, status, company }),
    run: (controlled, { company: slug, candidateId: id, status }) =>
      findCompany(controlled, slug).setStatus(id, status),
  }),

  erase: describeOperation({
    method: 'POST',
    summary: 'Erase all data that a candidate sent, as a user does',
    input: members({ candidateId, company }),
    run: (controlled, { company: slug, candidateId: id }) => findCompany(controlled, slug).erase(id),
  }),

  failNext: describeOperation({
    method: 'POST',
    summary: 'Make the next requests fail, or the next ones of an operation or a path',
    input: members({
      failure: FailureInput,
      times: count('a number of requests').optional().describe('Number of requests that fail. Default: 1.'),
      operation: oneOf(['apply', 'cvLink', ...operationNames])
        .optional()
        .describe('Only requests of this operation.'),
      path: z
        .string(mustBe('a path'))
        .regex(/^\/[^?]*$/, { error: 'must be a path such as /api/job/A-1, without a query' })
        .optional()
        .describe('Only requests of this path, without its query.')
        .meta({ examples: ['/api/job/A-1'] }),
    }),
    run: ({ sandbox }, { failure, ...aim }) => sandbox.failNext(failure, aim),
  }),

  moveClock: describeOperation({
    method: 'POST',
    summary: 'Move the board’s clock forward, or back by a negative number',
    input: members({
      ms: milliseconds
        .min(-MOVE_MS_MAX, { error: 'must be at most a hundred years' })
        .max(MOVE_MS_MAX, { error: 'must be at most a hundred years' })
        .describe('Milliseconds.')
        .meta({ examples: [3_600_000] }),
    }),
    output: z.object({ now: z.iso.datetime() }),
    run: ({ sandbox }, { ms }) => {
      sandbox.moveClock(ms)
      return { now: new Date(sandbox.now()).toISOString() }
    },
  }),

  rollKey: describeOperation({
    method: 'POST',
    summary: 'Replace the company’s key; the old one ends at once or later',
    input: members({
      endsInMs: milliseconds
        .min(0, { error: 'must be at least 0' })
        .optional()
        .describe('Milliseconds until the old key ends. Default: 0.'),
      company,
    }),
    output: z.object({ apiKey: z.string() }),
    run: async (controlled, { company: slug, ...options }) => ({
      apiKey: await findCompany(controlled, slug).rollKey(options),
    }),
  }),

  revokeKey: describeOperation({
    method: 'POST',
    summary: 'Revoke the company’s key: it ends at once, and there is no new one',
    input: members({ company }),
    run: (controlled, { company: slug }) => findCompany(controlled, slug).revokeKey(),
  }),

  addCompany: describeOperation({
    method: 'POST',
    summary: 'Add a company with a key of its own',
    input: members({
      name: CompanyName.optional().describe('Name of the company.'),
      scopes: Scopes.optional().describe('What its key may do. Default: both.'),
    }),
    output: z.object({ slug: z.string(), apiKey: z.string() }),
    run: ({ sandbox, companies }, options) => {
      const added = sandbox.addCompany(options)
      companies.set(added.slug, added)
      return { slug: added.slug, apiKey: added.apiKey }
    },
  }),
}
