import type { OwnBoard } from '../own-board.ts'

/** Signs a new administrator in, and answers the cookie of the session. */
export async function signIn({ url, admin }: OwnBoard): Promise<string> {
  const { link } = await admin<{ link: string }>('user', 'create', '--company', 'atlas', '--email', 'proof@example.com')
  const answer = await fetch(`${url}/trpc/session.setPassword`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(link, url).hash.slice(1), password: 'correct horse battery staple' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`nobody could sign in: ${answer.status} ${await answer.text()}`)
  return cookie
}
