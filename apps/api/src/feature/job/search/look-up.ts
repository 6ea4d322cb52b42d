import type { JobFields } from '@boardwalk/schema/job'
import { fold } from '../../../db/word-pattern.ts'
import { createPause } from '../../../process/turns.ts'
import { listNames, listSpelling } from './keys.ts'
import { chooseSearchWords, findRoot, listNear, splitText } from './words.ts'

/*
 * A user's search among all jobs of the company, of every status. It compares in the process and reads no index, so that it finds a job at
 * once after it is saved.
 */

/** What a user's search looks at of a job. */
export interface LookedUpJob {
  id: number
  externalId: string | null
  title: string
  city: JobFields['city']
}

/** A part of a user's search, as it was typed between blanks. */
interface Part {
  /** Without case and accents, but with its signs. */
  folded: string
  words: { text: string; root: string; near: Set<string> }[]
}

/** Tells whether a job has a part of a search in one way. */
type Match = (job: LookedUpJob, part: Part) => boolean

/** Characters of titles that are compared before other requests get a turn. They take about 15 ms. */
const CHARACTERS_A_TURN = 20_000

/**
 * Finds the ids of the jobs that match every part of a search, in the order of the jobs. If none has the words, one wrong letter of each
 * word is forgiven, and if none matches then, a part of a title or of an external id is enough.
 */
export async function lookUpJobIds(jobs: readonly LookedUpJob[], search: readonly string[]): Promise<number[]> {
  const parts = search.map(readPart)
  const pause = createPause(CHARACTERS_A_TURN)
  for (const match of [isNamed, isMisspelt, isContained]) {
    const found: number[] = []
    for (const job of jobs) {
      await pause(job.title.length)
      if (parts.every((part) => hasId(job, part) || match(job, part))) found.push(job.id)
    }
    if (found.length > 0) return found
  }
  return []
}

function readPart(typed: string): Part {
  const words = chooseSearchWords(splitText(typed)).map((text) => {
    const root = findRoot(text)
    return { text, root, near: new Set([text, root].flatMap(listNear)) }
  })
  return { folded: fold(typed), words }
}

/** Whether a part is the job id, or the beginning of the external id. */
const hasId = ({ id, externalId }: LookedUpJob, { folded }: Part): boolean =>
  String(id) === folded || (externalId !== null && fold(externalId).startsWith(folded))

const isNamed: Match = (job, { words }) => {
  const names = listNames(job)
  return words.length > 0 && words.every((word) => hasName(names, word))
}

const hasName = (names: Set<string>, { text, root }: Pick<Part['words'][number], 'text' | 'root'>): boolean =>
  names.has(root) || [...names].some((name) => name.startsWith(text))

const isMisspelt: Match = (job, { words }) => {
  const names = listNames(job)
  const spelling = listSpelling(job)
  return (
    words.length > 0 &&
    words.every((word) =>
      // A short word must be spelt right.
      word.near.size === 0
        ? hasName(names, word)
        : spelling.some((name) => listNear(name).some((rest) => word.near.has(rest))),
    )
  )
}

const isContained: Match = (job, part) =>
  isNamed(job, part) || fold(job.title).includes(part.folded) || fold(job.externalId ?? '').includes(part.folded)
