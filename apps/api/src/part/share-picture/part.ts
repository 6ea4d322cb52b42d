import type { Part } from '../../part.ts'
import { PictureHead } from './head.tsx'
import { addSharePictures } from './pages.ts'

/** Draws a picture that networks and messengers show beside a link to the board, a company or a job. */
export const sharePicturePart = {
  name: 'share-picture',
  slots: () => ({ inHead: PictureHead }),
  addPages: addSharePictures,
} satisfies Part
