import { Readable } from 'node:stream'
import { noteAudit, type UserActor } from '@boardwalk/core/activity/audit'
import { type EditableProfile, readCompanyProfile } from '@boardwalk/core/company/service'
import { readAllJobs } from '@boardwalk/core/job/read'
import { describeKey, listKeys } from '@boardwalk/core/key/service'
import { getRetention } from '@boardwalk/core/retention/setting'
import { stringifyJson } from '@boardwalk/schema/json'
import type { Deps } from '../../deps.ts'
import { createZip, type ZipEntry } from '../../feature/desk/zip.ts'
import { listCvs, readApplicationRows, readHeldRows, type SentCv } from './applications.ts'
import { describeArchive, type ExportCounts } from './readme.ts'

/** All that a company has on the board, as a zip archive. */
export interface CompanyExport {
  content: Readable
  /** They grow while `content` is read, and are right when it has ended. */
  counts: ExportCounts
}

/** Exports all that a company has. The archive is made while it is read, so it may be of any size. */
export async function exportCompany(deps: Deps, actor: UserActor): Promise<CompanyExport> {
  const profile = await readCompanyProfile(deps, actor)
  // The audit event comes first: if it cannot be stored, no data leaves. The exported trail then has this export too.
  await noteAudit(deps, actor, 'company_exported', profile.name)
  const counts: ExportCounts = { jobs: 0, applications: 0, heldBack: 0, cvs: 0, auditEvents: 0 }
  return { content: createZip(listFiles(deps, profile, counts)), counts }
}

/** Lists the files of the archive in their order. Each is read when its turn comes. */
async function* listFiles(deps: Deps, profile: EditableProfile, counts: ExportCounts): AsyncGenerator<ZipEntry> {
  const { id: companyId } = profile
  const at = new Date(deps.now())
  const createFile = (path: string, read: () => AsyncIterable<string> | Iterable<string>): ZipEntry => ({
    path,
    at,
    open: async () => Readable.from(read()),
  })
  const createRows = (path: string, counted: keyof ExportCounts, read: () => AsyncIterable<object>): ZipEntry =>
    createFile(path, async function* () {
      for await (const row of read()) {
        counts[counted]++
        yield `${stringifyJson(row)}\n`
      }
    })
  const createDocument = (path: string, value: object): ZipEntry =>
    createFile(path, () => [`${JSON.stringify(value, null, 2)}\n`])

  yield createDocument('company.json', await describeCompany(deps, profile, at))
  yield* listPictures(deps, profile, at)
  yield createDocument('keys.json', (await listKeys(deps, companyId)).map(describeKey))
  yield createDocument('users.json', await describeUsers(deps, companyId))
  yield createRows('jobs.ndjson', 'jobs', () => readAllJobs(deps, profile))
  const heldCvs: SentCv[] = []
  yield createRows('held.ndjson', 'heldBack', () => readHeldRows(deps, companyId, (cv) => heldCvs.push(cv)))
  // After the held ones, so that one that was let in before they were read has a date up to `through`.
  const { watermark: through } = await deps.mailbox.synchronise(companyId)
  yield createRows('applications.ndjson', 'applications', () => readApplicationRows(deps, companyId, through))
  for await (const { open, ...cv } of listCvs(deps, companyId, heldCvs, through))
    yield {
      ...cv,
      open: async () => {
        const content = await open()
        if (content !== undefined) counts.cvs++
        return content
      },
    }
  // The trail comes last, so that it names what was erased meanwhile.
  yield createRows('audit.ndjson', 'auditEvents', () => readAudit(deps, companyId))
  const { publicUrl } = deps.settings
  const to = new Date(deps.now())
  yield createFile('README.txt', () => [
    describeArchive({ company: profile, publicUrl, from: at, to, through, counts }),
  ])
  // The rows of a company that is removed meanwhile are gone, so the archive would lack some.
  if ((await deps.companies.read(companyId)) === undefined)
    throw new Error(`the company ${profile.slug} was removed while it was exported`)
}

/** Describes the company: its texts and its settings. */
async function describeCompany(deps: Deps, { logo: _, cover: _cover, ...profile }: EditableProfile, exportedAt: Date) {
  const { months } = await getRetention(deps, { companyId: profile.id })
  return { exportedAt, ...profile, retentionMonths: months }
}

async function* listPictures(deps: Deps, { id, logo, cover }: EditableProfile, at: Date): AsyncGenerator<ZipEntry> {
  const createPicture = (path: string, bytes: Uint8Array | undefined): ZipEntry => {
    if (bytes === undefined) throw new Error('the pictures of the company were changed just now: repeat the export')
    return { path, at, open: async () => Readable.from([bytes]) }
  }
  if (logo !== null)
    yield createPicture(
      `logo.${logo.mime.slice('image/'.length)}`,
      (await deps.companies.readLogo(id, logo.hash))?.bytes,
    )
  if (cover !== null) yield createPicture('cover.webp', await deps.companies.readCover(id, cover.hash))
}

/** Describes the users, without their passwords and second factors. */
async function describeUsers(deps: Deps, companyId: string) {
  const users = await deps.users.list(companyId)
  return users.map(({ id, email, invitedBy, createdAt, passwordSetAt, seenAt = null, secondFactor, digest }) => ({
    id,
    email,
    invitedBy,
    createdAt,
    passwordSetAt,
    seenAt,
    hasSecondFactor: secondFactor !== undefined,
    hasDigest: digest !== undefined,
  }))
}

const EVENTS_AT_ONCE = 500

/** Reads the audit trail, newest first. */
async function* readAudit(deps: Deps, companyId: string) {
  let cursor: string | undefined
  do {
    const { events, next } = await deps.auditEvents.list(companyId, cursor, EVENTS_AT_ONCE)
    yield* events
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
