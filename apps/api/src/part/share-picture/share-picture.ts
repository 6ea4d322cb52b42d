import { createHash } from 'node:crypto'
import { findCaller } from '@boardwalk/core/http/admission'
import { WORK_MS_MAX } from '@boardwalk/core/http/request'
import { PRODUCT_NAME } from '@boardwalk/core/process/settings'
import { findInitial } from '@boardwalk/schema/brand'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import type { SharePicture } from '../../feature/picture/work.ts'
import { sendPicture } from '../../site/company-pictures.ts'
import { listShortFacts } from '../../site/job-facts.tsx'
import type { PageSite, SharedPage } from '../../site/page-site.ts'
import { boardPath, companyPath, jobPath } from '../../site/site.ts'
import { siteWords } from '../../site/words/site-words.ts'

/* The pictures beside shared links: of the board, of a company and of a job, in the language of the page. */

type PicturedPage = Pick<SharedPage, 'site' | 'job'>

/** Makes the path of a page's picture. Its version changes with the picture, so no cache shows an older one. */
export function toSharePath(page: PicturedPage): string {
  const { site, job } = page
  const { locale, company } = site
  const path = !company ? boardPath(locale) : job ? jobPath(locale, company, job) : companyPath(locale, company)
  return `${path}/share.png?v=${findVersion(describePicture(page))}`
}

/** Describes what the picture of a page shows. */
function describePicture({ site, job }: PicturedPage): SharePicture & { logoHash: string | undefined } {
  const { locale, board, company, publicUrl } = site
  const owner = company?.name ?? board.name ?? PRODUCT_NAME
  return {
    direction: pageLanguages[locale].dir,
    color: board.color,
    owner: { name: owner, initial: findInitial(owner) },
    title: job?.fields.title ?? siteWords[locale].board.title,
    facts: company && job ? listShortFacts(locale, company, job) : [],
    foot: { board: (company && board.name) ?? '', address: new URL(publicUrl).host },
    logoHash: (company ? site.logo : board.logo)?.hash,
  }
}

const findVersion = (picture: object): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 12)

/** Some 600 pictures. */
const CACHED_BYTES_MAX = 48 * 1024 * 1024

/** Makes the function that answers with the picture of a page. It caches pictures, and callers that ask for the same share a drawing. */
export function createShareAnswer(deps: Deps): (page: PicturedPage, req: Request, res: Response) => Promise<void> {
  const pictures = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: CACHED_BYTES_MAX,
    sizeCalculation: ({ length }) => length,
    // A drawing goes on if its entry is dropped meanwhile, because its callers wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_version, _before, { context: drawPicture }) => drawPicture(),
  })
  const readMark = async ({ company, board }: PageSite): Promise<Buffer | undefined> => {
    if (!company) return board.logo?.bytes
    // The thumbnail is larger than the mark in the picture, and a logo may take long to decode.
    const [, base64] = (await deps.companies.findThumbnails([company.id])).get(company.id)?.split(',') ?? []
    return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  }
  const { trustProxy, workMsMax = WORK_MS_MAX } = deps.settings
  const draw = async (
    { logoHash: _, ...picture }: ReturnType<typeof describePicture>,
    site: PageSite,
    caller: string,
  ) => {
    const work = { kind: 'share', picture, mark: await readMark(site) } as const
    // The work goes on if its first caller leaves, because others may wait for the same picture.
    const drawing = await deps.pictures.draw(work, {
      lane: 'strangers',
      caller,
      signal: AbortSignal.timeout(workMsMax),
    })
    if ('problem' in drawing) throw new Error(`a picture of a shared link cannot be drawn: ${drawing.problem}`)
    return Buffer.from(drawing.bytes)
  }
  return async (page, req, res) => {
    const picture = describePicture(page)
    const version = findVersion(picture)
    await sendPicture(req, res, version, async () => {
      const kept = pictures.get(version)
      if (kept !== undefined) return { mime: 'png', bytes: kept }
      // Also for a caller who shares a drawing, so that the refusal of one caller is not that of the others.
      deps.admission.beginPicture(req, res)
      const context = () => draw(picture, page.site, findCaller(req, trustProxy))
      return { mime: 'png', bytes: await pictures.forceFetch(version, { context }) }
    })
  }
}
