import { encodeForm, fillForm, postForm } from './application-form.ts'
import { createCompany, createJob } from './operator.ts'
import type { OwnBoard } from './own-board.ts'

const PASSWORD = 'correct horse battery staple'

/** Makes a person who applied, a key, a user, a session, a one-time link, and a company, which all end after the backup. */
export async function createDoomed(board: OwnBoard) {
  const { url, operator } = board
  const { slug } = await createCompany(operator, 'Doomed Rights', 'doomed-rights')
  const gone = await createCompany(operator, 'Gone', 'gone')
  const key = await operator<{ id: string; key: string }>('key', 'create', '--company', slug, '--name', 'leaked')
  const reader = await operator<{ key: string }>('key', 'create', '--company', slug, '--name', 'reader')
  const job = await createJob(operator, slug)
  const { receipt } = await postForm(`${url}${job.path}`, encodeForm(fillForm({ email: 'erased@doomed.example' })))
  const invite = async (email: string) => {
    const { link } = await operator<{ link: string }>('user', 'create', '--company', slug, '--email', email)
    return new URL(link, url).hash.slice(1)
  }
  const signedIn = await call('session.setPassword', { link: await invite('user@doomed.example'), password: PASSWORD })
  const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';', 1) ?? []
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
    if (!(await answer).ok) throw new Error(`what the drill ends was answered ${(await answer).status}`)
  }
  const isKeyAlive = async (apiKey: string) =>
    (await fetch(`${url}/api/jobs`, { headers: { 'x-api-key': apiKey } })).status === 200

  const checks: Record<string, () => Promise<boolean>> = {
    'the data of an erased person': async () => {
      const answer = await fetch(`${url}/api/candidates`, { headers: { 'x-api-key': reader.key } })
      const { candidates }: { candidates: { id: string; email: string }[] } = JSON.parse(await answer.text())
      return candidates.some(({ id, email }) => id === receipt.id && email !== '')
    },
    'a revoked key': () => isKeyAlive(key.key),
    'a removed user': async () => (await call('session.signIn', removed)).status === 200,
    'a one-time link that was used': async () => (await call('session.checkLink', { link: usedLink })).status === 200,
    'a session that was signed out': async () =>
      (await fetch(`${url}/trpc/session.me`, { headers: { cookie } })).status === 200,
    'a removed company': async () => (await fetch(`${url}/fr/companies/${gone.slug}`)).status === 200,
    'the key of a removed company': () => isKeyAlive(gone.key),
  }
  return {
    count: Object.keys(checks).length,
    /** Ends each of them, as a person or the operator does. */
    async end(): Promise<void> {
      await mustSucceed(call('application.erase', { id: receipt.id, allOfPerson: true }, cookie))
      await mustSucceed(call('session.setPassword', { link: usedLink, password: PASSWORD }))
      await mustSucceed(call('session.signOut', undefined, cookie))
      await operator('key', 'revoke', '--id', key.id)
      await operator('user', 'remove', '--email', removed.email, '--company', slug)
      await operator('company', 'remove', '--slug', gone.slug, '--yes')
    },
    /** Finds the names of those that still work. */
    async findAlive(): Promise<string[]> {
      const alive: string[] = []
      for (const [name, isAlive] of Object.entries(checks)) if (await isAlive()) alive.push(name)
      return alive
    },
  }
}
