import type { OwnServer } from '@boardwalk/test-server/server-process'

/** Keeps the demo's board running until Ctrl-C, and prints how to look at it. */
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
  say('Ctrl-C stops the server and removes its data.')
  return new Promise(() => {})
}
