import { runOperatorCommand } from '@boardwalk/test-server/operator-command'

/** Runs an operator's command on one database, and answers the object that it prints. */
export type Operator = <Result>(...command: string[]) => Promise<Result>

/** The settings name the database. */
export const createOperator =
  (settings: Record<string, string>): Operator =>
  (...command) =>
    runOperatorCommand(settings, ...command)

/** Creates a company with a key of both scopes. */
export async function createCompany(operator: Operator, name: string, slug: string) {
  const { id } = await operator<{ id: string }>('company', 'create', '--name', name, '--slug', slug)
  const { key } = await operator<{ key: string }>('key', 'create', '--company', slug, '--name', 'proof')
  return { id, slug, key }
}

/** Creates a published job of a company, and answers the path of its page. */
export async function createJob(operator: Operator, slug: string): Promise<string> {
  const { jobUrl } = await operator<{ jobUrl: string }>('job', 'create', '--company', slug, '--title', 'Comptable')
  return new URL(jobUrl, 'http://board.example').pathname
}

/** Creates an administrator of a company, signs in, and answers the cookie of the session. */
export async function signIn(operator: Operator, url: string, slug: string): Promise<string> {
  const email = `proof@${slug}.example`
  const { link } = await operator<{ link: string }>('user', 'create', '--company', slug, '--email', email)
  const answer = await fetch(`${url}/trpc/session.setPassword`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(link, url).hash.slice(1), password: 'correct horse battery staple' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`nobody could sign in: ${answer.status} ${await answer.text()}`)
  return cookie
}
