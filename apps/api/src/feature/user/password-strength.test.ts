import { randomUUID } from 'node:crypto'
import { UNNAMED_BOARD } from '@boardwalk/core/process/settings'
import { expect, it } from 'vitest'
import { useServer } from '../../test/harness.ts'
import { openBackOffice, readLinkSecret, refusal } from '../../test/user.ts'

const server = useServer({ settings: { board: { ...UNNAMED_BOARD, name: 'Cordoba Careers' } } })

it.each([
  ['password1234', 'password_common'],
  ['azertyuiop12', 'password_common'],
  ['abcdefghijkl', 'password_common'],
  ['aaaaaaaaaaaa', 'password_repeated'],
  ['Maroc!Maroc!Maroc!', 'password_repeated'],
  ['Karim.Bennis@2026', 'password_personal'],
  ['Karim-Bennis-2026', 'password_personal'],
  ['Cordoba Careers', 'password_personal'],
  ['12 Atlas Talents', 'password_personal'],
] as const)(
  'the password %s is refused as %s, for a link and for a change, and the old one stays',
  { tags: ['weak-password'] },
  async (weak, code) => {
    const email = `karim.bennis@${randomUUID()}.example`
    const link = readLinkSecret({ link: await (await server.company()).invite(email) })
    const { client } = openBackOffice(server.url)
    await expect(client.session.setPassword.mutate({ link, password: weak })).rejects.toMatchObject(refusal(code))
    await client.session.setPassword.mutate({ link, password: 'Atlas tabouret olive 7' })
    const change = { currentPassword: 'Atlas tabouret olive 7', newPassword: weak }
    await expect(client.account.changePassword.mutate(change)).rejects.toMatchObject(refusal(code))
    await client.account.changePassword.mutate({ ...change, newPassword: change.currentPassword })
  },
)
