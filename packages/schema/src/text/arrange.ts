import { tidyBlanks } from './blanks.ts'
import { arrangeBlocks } from './blocks.ts'
import { buildLists } from './items.ts'
import { listLines } from './lines.ts'

/**
 * Makes HTML that a job may hold from HTML with marks (element.ts), which a parser has made well nested. The server does this with
 * what is sent, and the back office with what is pasted, so that both read a text in the same way.
 */
export const arrange = (marked: string): string => tidyBlanks(listLines(arrangeBlocks(buildLists(marked))))
