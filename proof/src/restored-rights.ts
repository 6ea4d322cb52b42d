import { encodeForm, fillForm } from './application-form.ts'
import { createCompany, createJob, signIn } from './operator.ts'
import type { OwnBoard } from './own-board.ts'

/** Things that exist when the backup is taken and are ended after it. */
export interface Doomed {
  /** How many there are. */
  count: number
  /** Ends each of them, as a person or the operator does. */
  end(): Promise<void>
  /** The names of those that still work. */
  findAlive(): Promise<string[]>
}

const PASSWORD = 'correct horse battery staple'

/** Makes a person who applied, a key, an administrator, a session, a one-time link, and a company. */
export async function createDoomed(board: OwnBoard): Promise<Doomed> {
  const { url, operator } = board
  const { slug } = await createCompany(operator, 'Doomed Rights', 'doomed-rights')
  const gone = await createCompany(operator, 'Gone', 'gone')
  const key = await operator<{ id: string; key: string }>('key', 'create', '--company', slug, '--name', 'leaked')
  const reader = await operator<{ key: string }>('key', 'create', '--company', slug, '--name', 'reader')
  const cookie = await signIn(operator, url, slug)
  const applicationId = await apply(url, await createJob(operator, slug))
  const invite = async (email: string) => {
    const { link } = await operator<{ link: string }>('user', 'create', '--company', slug, '--email', email)
    return new URL(link, url).hash.slice(1)
  }
  const usedLink = await invite('used@doomed.example')
  const removed = { email: 'removed@doomed.example', password: PASSWORD }
  await call('session.setPassword', { link: await invite(removed.email), password: PASSWORD })

  function call(procedure: string, input: unknown, session?: string): Promise<Response> {
    return fetch(`${url}/trpc/${procedure}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', ...(session !== undefined && { cookie: session }) },
      body: JSON.stringify(input),
    })
  }
  const mustSucceed = async (answer: Promise<Response>) => {
    const { status } = await answer
    if (status !== 200) throw new Error(`what the drill ends was answered ${status}`)
  }
  const isKeyAlive = async (apiKey: string) =>
    (await fetch(`${url}/api/jobs`, { headers: { 'x-api-key': apiKey } })).status === 200

  const checks: Record<string, () => Promise<boolean>> = {
    'the data of an erased person': async () => {
      const answer = await fetch(`${url}/api/candidates`, { headers: { 'x-api-key': reader.key } })
      const { candidates }: { candidates: { id: string; email: string }[] } = JSON.parse(await answer.text())
      return candidates.some(({ id, email }) => id === applicationId && email !== '')
    },
    'a revoked key': () => isKeyAlive(key.key),
    'a removed administrator': async () => (await call('session.signIn', removed)).status === 200,
    'a one-time link that was used': async () => (await call('session.checkLink', { link: usedLink })).status === 200,
    'a session that was signed out': async () => {
      const answer = await fetch(`${url}/trpc/session.me`, { headers: { cookie } })
      return answer.status === 200
    },
    'a removed company': async () => (await fetch(`${url}/fr/companies/${gone.slug}`)).status === 200,
    'the key of a removed company': () => isKeyAlive(gone.key),
  }
  return {
    count: Object.keys(checks).length,
    async end() {
      await mustSucceed(call('application.erase', { id: applicationId, allOfPerson: true }, cookie))
      await mustSucceed(call('session.setPassword', { link: usedLink, password: PASSWORD }))
      await mustSucceed(call('session.signOut', undefined, cookie))
      await operator('key', 'revoke', '--id', key.id)
      await operator('user', 'remove', '--email', removed.email, '--company', slug)
      await operator('company', 'remove', '--slug', gone.slug, '--yes')
    },
    async findAlive() {
      const alive: string[] = []
      for (const [name, isAlive] of Object.entries(checks)) if (await isAlive()) alive.push(name)
      return alive
    },
  }
}

/** Applies to a job, and answers the id of the application. */
async function apply(url: string, jobPath: string): Promise<string> {
  const { type, body } = encodeForm(fillForm({ email: 'erased@doomed.example' }))
  const answer = await fetch(`${url}${jobPath}/apply`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': type },
    body: new Uint8Array(body),
  })
  const { id }: { id: string } = JSON.parse(await answer.text())
  return id
}
