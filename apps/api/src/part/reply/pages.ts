import { countOthersOfPerson } from '@boardwalk/core/intake/person'
import { Locale } from '@boardwalk/schema/company'
import type { Request, Response } from 'express'
import type { Deps } from '../../deps.ts'
import { allowOnly } from '../../http/error-handler.ts'
import { readForm, requireForm } from '../../site/form-body.ts'
import type { BoardSite } from '../../site/page-site.ts'
import type { PublicSite } from '../../site/public-site.ts'
import { readQuery } from '../../site/search-query.ts'
import { findBoardSite } from '../../site/site.ts'
import { eraseOwn, findOwnApplication, type OwnApplication, withdrawOwn } from './applicant.ts'
import {
  ALL_FIELD,
  renderEraseQuestion,
  renderOwnApplication,
  renderOwnErased,
  renderUnknownLink,
} from './applicant-pages.tsx'
import { applicantPath } from './paths.ts'

/** Adds the pages of a person's own application, in each language. */
export function addApplicantPages({ router, deps }: PublicSite): void {
  for (const locale of Locale.options) {
    const site = findBoardSite(deps, locale)
    router
      .route(applicantPath(locale))
      .get(async (req, res) => {
        const own = await findOwn(deps, req)
        if (own === undefined || isErased(own)) sendUnknown(site, res)
        else res.type('html').send(renderOwnApplication({ site, own }))
      })
      .post((req, res) => act(deps, site, req, res))
      .all(allowOnly('GET, HEAD, POST'))
  }
}

const findOwn = (deps: Deps, req: Request) => findOwnApplication(deps, readQuery(req).get('secret') ?? '')

const isErased = ({ application }: OwnApplication) => application.erasedAt !== undefined

function sendUnknown(site: BoardSite, res: Response): void {
  res.status(404).type('html').send(renderUnknownLink(site))
}

/** Does what the button of a page asks for. A second time changes nothing. */
async function act(deps: Deps, site: BoardSite, req: Request, res: Response): Promise<void> {
  requireForm(req)
  const { fields, close } = await readForm(deps, req, res, false)
  await close()
  const own = await findOwn(deps, req)
  if (own === undefined || (isErased(own) && fields.act !== 'erase')) return sendUnknown(site, res)
  res.type('html')
  if (fields.act === 'withdraw') {
    const withdrawnAt = own.withdrawnAt ?? (await withdrawOwn(deps, own))
    res.send(renderOwnApplication({ site, own: { ...own, withdrawnAt }, isDone: true }))
  } else if (fields.act === 'erase') {
    await eraseOwn(deps, own, fields[ALL_FIELD] === 'yes')
    res.send(renderOwnErased({ site, own }))
  } else if (fields.act === 'askToErase') {
    const others = await countOthersOfPerson(deps, own.application)
    res.send(renderEraseQuestion({ site, own, others }))
  } else res.send(renderOwnApplication({ site, own }))
}
