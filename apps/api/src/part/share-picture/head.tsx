import { SHARE_PIXELS } from '../../feature/picture/work.ts'
import type { SharedPage } from '../../site/page-site.ts'
import { toSharePath } from './share-picture.ts'

/** The elements by which networks and messengers find the picture of a page. */
export function PictureHead({ site, job, title }: SharedPage) {
  const properties = {
    'og:image': `${site.publicUrl}${toSharePath({ site, job })}`,
    'og:image:width': String(SHARE_PIXELS.width),
    'og:image:height': String(SHARE_PIXELS.height),
    'og:image:alt': title,
  }
  return (
    <>
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
