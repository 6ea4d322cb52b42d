import { created, isObject, type Members, readMembers } from './answer.ts'
import { type Application, Board, jobPath, type Need, type Target } from './board.ts'
import { applyByForm } from './form.ts'
import { send } from './http.ts'

/** Opens a board: creates two jobs on it, and finds out what it offers. Throws if the address or the key is wrong. */
export async function openBoard(target: Target): Promise<Board> {
  const board = new Board(target)
  const { id, jobUrl } = await created(board, { title: 'Opened by the contract checks' })
  const isThere = async (method: string, path: string, body?: unknown) =>
    ![404, 405, 501].includes((await board.call(method, path, { body })).status)
  const getJob = await isThere('GET', jobPath(id))
  const page = (await send('GET', jobUrl)).status === 200
  const odd = { id: board.newId(), title: 'Similar name', contract_type: 'CDI', boardwalk: 'no object' }
  const warnings = readWarnings(readMembers(await board.create(odd)))
  const offered: Partial<Record<Need, boolean>> = {
    page,
    getJob,
    readBack: page || getJob,
    // A board may show a form whose address does not work.
    apply: await sendApplication(board, jobUrl).then(
      () => true,
      () => false,
    ),
    getJobs: await isThere('GET', '/jobs'),
    putJobs: await isThere('PUT', '/jobs', { jobs: [] }),
    getCandidates: await isThere('GET', '/candidates'),
    getMe: await isThere('GET', '/me'),
    // A board without this parameter ignores it.
    changedSince: (await board.call('GET', '/candidates?changedSince=x')).status === 400,
    syncedThrough: (await board.candidates(id)).headers['x-synced-through'] !== undefined,
    warnings: warnings !== undefined,
    // A board without terms stores any value of this name, and does not warn.
    terms: warnings?.some(({ code }) => code === 'terms_ignored') ?? false,
    questions: (await createAsking(board, 'no list')).some(({ code }) => code === 'question_ignored'),
  }
  for (const [need, isOffered] of Object.entries(offered)) if (isOffered) board.offers.add(need as Need)
  return board
}

/** Creates a job with questions. Returns the warnings. */
async function createAsking(board: Board, questions: unknown): Promise<Members[]> {
  const answer = await board.create({ id: board.newId(), title: 'With questions', boardwalk: { questions } })
  return readWarnings(readMembers(answer)) ?? []
}

const readWarnings = ({ warnings }: Members): Members[] | undefined =>
  Array.isArray(warnings) && warnings.every(isObject) ? warnings : undefined

/** Applies to a job as a person does, and waits until the board has accepted the application. */
export async function applyTo(board: Board, jobUrl: string, application: Partial<Application> = {}): Promise<void> {
  board.need('apply')
  await sendApplication(board, jobUrl, application)
}

async function sendApplication(
  { target }: Board,
  jobUrl: string,
  application: Partial<Application> = {},
): Promise<void> {
  const filledIn = { firstName: 'Salma', lastName: 'Bennani', email: 'salma.bennani@example.com', ...application }
  await (target.apply ?? applyByForm)(jobUrl, filledIn)
}
