import type { JobFields } from '@boardwalk/schema/job'
import { fold, isBeginning } from '../db/word-pattern.ts'
import { createPause } from '../process/turns.ts'
import { chooseSearchWords, findRoot, joinNeighbours, listNames, listNear, splitText } from '../text/words.ts'

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
  words: {
    text: string
    root: string
    /** The words that it makes with the one before it or behind it. */
    joined: string[]
    near: Set<string>
  }[]
}

/** A job, and the words and roots by which it is found. */
interface Candidate extends LookedUpJob {
  names: Set<string>
  /** The external id without case and accents. */
  foldedId: string | undefined
}

/** Tells whether a job has a part of a search in one way. */
type Match = (job: Candidate, part: Part) => boolean

/** Characters of titles that are compared before other requests get a turn. They take about 15 ms. */
const CHARACTERS_A_TURN = 20_000

/**
 * Finds the ids of the jobs that match every part of a search, in the order of the jobs. If none has the words, one wrong letter of each
 * word is forgiven, and if none matches then, a part of a title or of an external id is enough.
 */
export async function lookUpJobIds(jobs: readonly LookedUpJob[], search: readonly string[]): Promise<number[]> {
  const neighbours = joinNeighbours(search.join(' '))
  const parts = search.map((typed) => readPart(typed, neighbours))
  const pause = createPause(CHARACTERS_A_TURN)
  const candidates: Candidate[] = []
  for (const job of jobs) {
    await pause(job.title.length)
    candidates.push({
      ...job,
      names: listNames(job),
      foldedId: job.externalId === null ? undefined : fold(job.externalId),
    })
  }
  for (const match of [isNamed, isMisspelt, isContained]) {
    const found: number[] = []
    for (const job of candidates) {
      await pause(job.title.length)
      if (parts.every((part) => hasId(job, part) || match(job, part))) found.push(job.id)
    }
    if (found.length > 0) return found
  }
  return []
}

function readPart(typed: string, neighbours: ReturnType<typeof joinNeighbours>): Part {
  const words = chooseSearchWords(splitText(typed)).map((text) => {
    const root = findRoot(text)
    const joined = neighbours.flatMap(({ pair, joined }) => (pair.includes(text) ? [findRoot(joined)] : []))
    return { text, root, joined, near: new Set([text, root].flatMap(listNear)) }
  })
  return { folded: fold(typed), words }
}

/** Whether a part is the job id, or the beginning of the external id. */
const hasId = ({ id, foldedId }: Candidate, { folded }: Part): boolean =>
  String(id) === folded || foldedId?.startsWith(folded) === true

const isNamed: Match = ({ names }, { words }) => words.length > 0 && words.every((word) => hasName(names, word))

const hasName = (names: Set<string>, { text, root, joined }: Part['words'][number]): boolean =>
  [text, root, ...joined].some((word) => names.has(word)) ||
  (isBeginning(text) && [...names].some((name) => name.startsWith(text)))

const isMisspelt: Match = ({ names }, { words }) =>
  // A short word must be spelt right.
  words.length > 0 && words.every((word) => (word.near.size === 0 ? hasName(names, word) : hasNearName(names, word)))

const hasNearName = (names: Set<string>, { text, root, near }: Part['words'][number]): boolean =>
  [...names].some((name) => isNearLength(name, text, root) && listNear(name).some((rest) => near.has(rest)))

/** Whether words may differ by one letter. */
const isNearLength = (name: string, text: string, root: string): boolean =>
  name.length >= root.length - 1 && name.length <= text.length + 1

const isContained: Match = (job, part) =>
  isNamed(job, part) || fold(job.title).includes(part.folded) || (job.foldedId ?? '').includes(part.folded)
