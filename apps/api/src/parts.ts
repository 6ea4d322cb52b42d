import { alertPart } from './part/alert/part.ts'
import { digestPart } from './part/digest/part.ts'
import { exportPart } from './part/export/part.ts'
import { notPushedPart } from './part/not-pushed/part.ts'
import { questionPart } from './part/question/part.ts'
import { replyPart } from './part/reply/part.ts'
import { reportPart } from './part/report/part.ts'
import { searchEnginePart } from './part/search-engine/part.ts'
import { sharePicturePart } from './part/share-picture/part.ts'
import { viewPart } from './part/view/part.ts'
import { watchPart } from './part/watch/part.ts'
import type { Part } from './part.ts'

/** The optional features of the board. Without a line of this list, the board has all but that feature. */
export const parts = [
  alertPart,
  replyPart,
  digestPart,
  exportPart,
  notPushedPart,
  questionPart,
  reportPart,
  searchEnginePart,
  sharePicturePart,
  viewPart,
  watchPart,
] as const satisfies readonly Part[]
