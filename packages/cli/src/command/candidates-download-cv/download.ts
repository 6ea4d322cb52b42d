import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Candidate } from '@boardwalk/sdk'
import { pMapIterable } from 'p-map'
import { findErrorCode, toBoardFailure } from '../../board-failure.ts'
import { type ToldError, tellFailure } from '../../failure.ts'
import { describeError } from '../../stored-file.ts'
import { writeWholeFile } from '../../whole-file.ts'
import { createFileStem } from './file-name.ts'

/** The outcome for one candidate's CV. */
export interface Outcome {
  id: string
  /** `existing`: the file was already there. `none`: the application has no CV. */
  status: 'downloaded' | 'existing' | 'none' | 'failed'
  /** Path of the file; null without a file. */
  file: string | null
  error: ToldError | null
}

/** Fetches the PDF of a candidate's CV; undefined if the candidate sent none. */
export type FetchCv = (candidate: Candidate) => Promise<Uint8Array | undefined>

const concurrency = 4

/** Saves each candidate's CV in the folder unless it is already there. Gives one outcome per candidate, in any order. */
export async function* downloadCvs(
  candidates: AsyncIterable<Candidate>,
  folder: string,
  fetchCv: FetchCv,
): AsyncGenerator<Outcome> {
  const existing = new Map((await readdir(folder)).map((name) => [removeEnding(name), name]))
  const saveCv = async (candidate: Candidate): Promise<Outcome> => {
    const { id } = candidate
    try {
      const stem = createFileStem(candidate)
      const found = existing.get(stem)
      if (found !== undefined) return { id, status: 'existing', file: join(folder, found), error: null }
      const content = await fetchCv(candidate)
      if (content === undefined) return { id, status: 'none', file: null, error: null }
      const file = join(folder, `${stem}.pdf`)
      await writeWholeFile(file, content)
      return { id, status: 'downloaded', file, error: null }
    } catch (error) {
      return { id, status: 'failed', file: null, error: tellError(error) }
    }
  }
  yield* pMapIterable(candidates, saveCv, { concurrency, preserveOrder: false })
}

/** Removes the ending of a file's name. Normalises it, because some systems store accented letters in another form. */
const removeEnding = (name: string) =>
  name.normalize('NFC').slice(0, name.normalize('NFC').length - extname(name).length)

/** Says why a CV was not saved: an error of the board or of its link, of the file system, or of the file's name. */
const tellError = (error: unknown): ToldError =>
  findErrorCode(error) === undefined ? { message: describeError(error) } : tellFailure(toBoardFailure(error))
