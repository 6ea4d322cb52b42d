import type { OwnServer } from '@boardwalk/test-server/own-server'

/** Leaves the demo's board running, and says how to look at it; it never ends by itself. */
export async function keep(server: OwnServer, say: (line: string) => void): Promise<never> {
  const email = 'demo@example.com'
  const { link } = await server.admin<{ link: string }>(
    'user',
    'create',
    '--company',
    'atlas-talents',
    '--email',
    email,
  )
  say(`The board        ${server.url}`)
  say(`Its back office  ${server.url}/backoffice`)
  say(`To sign in       ${link}`)
  say(`                 Open it once and choose a password for ${email}.`)
  say('Ctrl-C stops the server, and its data goes.')
  return new Promise(() => {})
}
