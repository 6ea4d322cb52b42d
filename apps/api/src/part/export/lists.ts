import { Readable } from 'node:stream'
import { listAudit, noteAudit } from '@boardwalk/core/activity/audit'
import { RequestFilter } from '@boardwalk/core/activity/request-filter'
import type { FieldChange } from '@boardwalk/core/activity/schema'
import { AppError, invalidRequest } from '@boardwalk/core/error'
import { DOWNLOAD_POLICY, sendFile } from '@boardwalk/core/http/send'
import { ApplicationLookup } from '@boardwalk/schema/application'
import { Locale } from '@boardwalk/schema/company'
import { JobLookup } from '@boardwalk/schema/job-list'
import { byteOrderMark, escapeFormulas, writeCsvLine } from '@boardwalk/schema/spreadsheet'
import { describeIssues } from '@boardwalk/schema/wording'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { jobStatuses } from '@boardwalk/schema/words/job-labels'
import { yesOrNo } from '@boardwalk/schema/words/list-labels'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { listKeyChanges } from '../../feature/activity/key-changes.ts'
import { listRequests } from '../../feature/activity/requests.ts'
import { lookUpJobs, readJobRows } from '../../feature/desk/jobs.ts'
import { lookUpApplications, readApplications } from '../../feature/desk/review.ts'
import { requireUser } from '../../feature/user/session.ts'
import type { SessionUser } from '../../feature/user/user.ts'
import { allowOnly } from '../../http/error-handler.ts'
import { refuseOtherSites } from '../../http/session.ts'
import type { BackOfficePages } from '../../part.ts'
import { columnLabels, delimiters, type ExportedListName, exportedLists, fileNames } from './words.ts'

/* The lists of the back office as CSV files, with the filters of the page. A file is written while it is sent, some rows at a time. */

type Cell = string | number | null | undefined

interface ExportedList<Filter, Row> {
  /** The filters of the list of the back office. */
  filter: z.ZodType<Filter>
  /** Counts the rows. Left out for lists that nothing counts. */
  count?: (deps: Deps, actor: SessionUser, filter: Filter) => Promise<number>
  read: (deps: Deps, actor: SessionUser, filter: Filter) => AsyncIterable<Row[]>
  /** The columns in their order. */
  columns: { [Name in keyof typeof columnLabels]?: (row: Row, locale: Locale) => Cell }
}

const withoutPage = { page: true, pageSize: true } as const
const onePage = { page: 1, pageSize: 1 }

const applications = defineList({
  filter: ApplicationLookup.omit(withoutPage),
  count: async (deps, actor, filter) => (await lookUpApplications(deps, actor, { ...filter, ...onePage })).total,
  read: readApplications,
  columns: {
    at: ({ date }) => formatInstant(date),
    jobTitle: ({ jobTitle }) => jobTitle,
    jobId: ({ jobId }) => jobId,
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    email: ({ email }) => email,
    phone: ({ phone }) => phone,
    linkedin: ({ linkedinUrl }) => linkedinUrl,
    cv: ({ hasCv }, locale) => yesOrNo[hasCv ? 'yes' : 'no'][locale],
    status: ({ status }, locale) => applicationStatuses[status][locale],
    statusAt: ({ statusChangedAt }) => formatInstant(statusChangedAt),
    statusBy: ({ statusChangedByName }) => statusChangedByName,
    erasedAt: ({ erasedAt }) => formatInstant(erasedAt),
    message: ({ message }) => message,
    answers: ({ answers }) => answers.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    notes: ({ notes }) => notes.map(({ at, by, text }) => `${formatInstant(at)} ${by}: ${text}`).join('\n'),
    applicationId: ({ id }) => id,
  },
})

const jobs = defineList({
  filter: JobLookup.omit(withoutPage),
  count: async (deps, actor, filter) => (await lookUpJobs(deps, actor, { ...filter, ...onePage })).total,
  read: readJobRows,
  columns: {
    jobId: ({ jobId }) => jobId,
    externalId: ({ externalId }) => externalId,
    title: ({ title }) => title,
    city: ({ city }) => [city ?? []].flat().join(', '),
    country: ({ fields }) => fields.country,
    contractType: ({ terms }) => terms.contract,
    hours: ({ terms }) => terms.hours,
    workMode: ({ fields }) => fields.workMode,
    status: ({ status }, locale) => jobStatuses[status][locale],
    applications: (job) => job.applications,
    createdAt: ({ createdAt }) => formatInstant(createdAt),
    updatedAt: ({ updatedAt }) => formatInstant(updatedAt),
    closesAt: ({ terms }) => formatInstant(terms.closesAt ?? null),
    applyUrl: ({ terms }) => terms.applyUrl,
    jobUrl: ({ jobUrl }) => jobUrl,
  },
})

const audit = defineList({
  filter: z.object({}),
  read: (deps, actor) =>
    readPages(async (cursor) => {
      const { events, next } = await listAudit(deps, actor, { cursor })
      return { rows: events, next }
    }),
  columns: {
    at: ({ at }) => formatInstant(at),
    by: ({ by }) => by,
    action: ({ action }) => action,
    target: ({ target }) => target,
    details: ({ details }) =>
      Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    changes: ({ changes = [] }) => formatChanges(changes),
  },
})

const keyChanges = defineList({
  filter: z.object({}),
  read: (deps, actor) =>
    readPages(async (cursor) => {
      const { changes, next } = await listKeyChanges(deps, actor, { cursor })
      return { rows: changes, next }
    }),
  columns: {
    at: ({ at }) => formatInstant(at),
    key: ({ keyName }) => keyName,
    keyEnding: ({ keyEnding }) => keyEnding,
    jobId: ({ jobId }) => jobId,
    jobTitle: ({ title }) => title,
    changes: ({ changes }) => formatChanges(changes),
  },
})

const requests = defineList({
  filter: RequestFilter,
  read: (deps, actor, filter) =>
    readPages(async (cursor) => {
      const { requests, next } = await listRequests(deps, actor, { ...filter, cursor })
      return { rows: requests, next }
    }),
  columns: {
    at: ({ at }) => formatInstant(at),
    operation: ({ operation }) => operation,
    endpoint: ({ endpoint }) => endpoint,
    answer: ({ status }) => status,
    errorCode: ({ errorCode }) => errorCode,
    errorMessage: ({ errorMessage }) => errorMessage,
    externalId: ({ job }) => job?.externalId,
    jobId: ({ job }) => job?.jobId,
    sent: ({ items }) => items?.sent,
    refused: ({ items }) => items?.refused,
    warnings: ({ warnings }) => warnings?.count,
    durationMs: ({ durationMs }) => durationMs,
    key: ({ keyName }) => keyName,
    keyEnding: ({ keyEnding }) => keyEnding,
    requestId: ({ requestId }) => requestId,
  },
})

const lists = { applications, jobs, audit, keyChanges, requests } satisfies Record<ExportedListName, unknown>

/** Serves the lists of a company to its users. `filter` is the filter of the page as JSON, `locale` the language of the headings. */
export function addExportPages({ router, deps, readSession }: BackOfficePages): void {
  router
    .route('/backoffice/export/:file')
    .get(refuseOtherSites, async (req, res) => {
      const actor = await requireUser(deps, await readSession(req, res))
      const name = exportedLists.find((list) => `${list}.csv` === req.params.file)
      if (name === undefined) throw new AppError('page_not_found')
      const locale = Locale.safeParse(req.query.locale).data ?? 'en'
      const { count, write } = lists[name](readFilter(req.query.filter))
      const rows = await count(deps, actor)
      // The audit event comes first: if it cannot be stored, no data leaves.
      await noteAudit(deps, actor, 'list_exported', name, rows === undefined ? {} : { rows: String(rows) })
      const fileName = `${fileNames[name][locale]}-${new Date(deps.now()).toISOString().slice(0, 10)}.csv`
      const content = Readable.from(write(deps, actor, locale))
      await sendFile(req, res, { fileName, mime: 'text/csv; charset=utf-8', content }, 'attachment', DOWNLOAD_POLICY)
    })
    .all(allowOnly('GET, HEAD'))
}

function readFilter(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : {}
  } catch {
    throw invalidRequest([{ path: 'filter', message: 'filter must be JSON' }])
  }
}

/** Makes the function that checks a filter, and returns how to count the rows that it selects and to write them as CSV. */
function defineList<Filter, Row>({ filter, count, read, columns }: ExportedList<Filter, Row>) {
  return (sent: unknown) => {
    const parsed = filter.safeParse(sent)
    if (!parsed.success) throw invalidRequest(describeIssues(parsed.error))
    return {
      count: async (deps: Deps, actor: SessionUser) => count?.(deps, actor, parsed.data),
      async *write(deps: Deps, actor: SessionUser, locale: Locale): AsyncGenerator<string> {
        const writeLine = (cells: Cell[]) => `${writeCsvLine(cells.map(writeCell), delimiters[locale])}\r\n`
        const labels = new Map(Object.entries(columnLabels))
        yield byteOrderMark + writeLine(Object.keys(columns).map((name) => labels.get(name)?.[locale]))
        for await (const rows of read(deps, actor, parsed.data))
          yield rows.map((row) => writeLine(Object.values(columns).map((write) => write(row, locale)))).join('')
      },
    }
  }
}

const writeCell = (cell: Cell): string => escapeFormulas(String(cell ?? ''))

/** Reads the pages of a list one after the other. */
async function* readPages<Row>(
  readPage: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const { rows, next } = await readPage(cursor)
    yield rows
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

const formatChanges = (changes: FieldChange[]): string =>
  changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; ')

/** Writes an instant as spreadsheets read it. Empty if there is none. */
const formatInstant = (at: Date | string | null): string =>
  at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
