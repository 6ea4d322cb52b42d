import { AppError } from '@boardwalk/core/error'
import { type BoardIdentity, PRODUCT_NAME } from '@boardwalk/core/process/settings'
import { deriveBrand, findInitial } from '@boardwalk/schema/brand'
import { type Response, Router } from 'express'

/* The mark of the board: its logo, or else the initial of its name on its colour. It is in the header of every page, and the page's icon. */

const INITIAL_PATH = '/favicon.svg'

export const toMarkPath = ({ logo }: BoardIdentity): string => (logo ? `/board-logo/${logo.hash}` : INITIAL_PATH)

/** Serves the logo of the board under its hash, so that browsers may keep it for ever, and the picture of its initial. */
export function createMarkRoutes(board: BoardIdentity): Router {
  const send = (res: Response, mime: string, bytes: Buffer | string, seconds: number) =>
    res.set('cache-control', `public, max-age=${seconds}`).type(mime).send(bytes)
  const initial = drawInitial(board)
  return Router({ caseSensitive: true })
    .get(INITIAL_PATH, (_req, res) => {
      send(res, 'image/svg+xml', initial, 24 * 60 * 60)
    })
    .get('/board-logo/:hash', (req, res) => {
      const { logo } = board
      if (logo?.hash !== req.params.hash) throw new AppError('page_not_found')
      send(res, logo.mime, logo.bytes, 365 * 24 * 60 * 60)
    })
}

function drawInitial({ name, color }: BoardIdentity): string {
  const { accent, onAccent } = deriveBrand(color).light
  const text = `<text x="32" y="33" fill="${onAccent}" font-family="system-ui, sans-serif" font-size="38" font-weight="700" text-anchor="middle" dominant-baseline="central">${findInitial(name ?? PRODUCT_NAME)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accent}"/>${text}</svg>`
}
