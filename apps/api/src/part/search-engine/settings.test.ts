import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../../process/env.ts'
import { searchEnginePart } from './part.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Reads the settings from an environment that has these variables. */
function read(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return readEnv([searchEnginePart])
}

const folder = mkdtempSync(join(tmpdir(), 'boardwalk-credentials-'))
afterAll(() => rmSync(folder, { recursive: true }))
const credentials = join(folder, 'google.json')
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const account = { type: 'service_account', client_email: 'board@project.example', private_key: privateKey }
writeFileSync(credentials, JSON.stringify(account))
const wrongCredentials = join(folder, 'wrong.json')
writeFileSync(wrongCredentials, JSON.stringify({ ...account, private_key: 'hunter2' }))

const PUBLIC_URL = 'https://jobs.example.com'
const noAccount = 'GOOGLE_INDEXING_CREDENTIALS must be the path of the JSON key file of a Google service account'

describe('the settings of search engines', () => {
  it('are read from the environment, and none of them has to be set', async () => {
    const both = await read({
      PUBLIC_URL,
      INDEXNOW_KEY: 'a'.repeat(128),
      GOOGLE_INDEXING_CREDENTIALS: credentials,
    })
    expect(both.partSettings).toMatchObject({
      'search-engine': {
        INDEXNOW_KEY: 'a'.repeat(128),
        GOOGLE_INDEXING_CREDENTIALS: {
          email: 'board@project.example',
          key: { asymmetricKeyType: 'rsa' },
        },
      },
    })
    const none = await read({ PUBLIC_URL: '', INDEXNOW_KEY: '', GOOGLE_INDEXING_CREDENTIALS: '' })
    expect(none.partSettings).toEqual({ 'search-engine': {} })
  })

  it.each([
    [{ INDEXNOW_KEY: 'short' }, 'INDEXNOW_KEY must be 8 to 128 letters, digits or -, not "short"'],
    [{ INDEXNOW_KEY: 'a'.repeat(8), PUBLIC_URL: '' }, 'PUBLIC_URL must be set too: INDEXNOW_KEY and'],
    [{ GOOGLE_INDEXING_CREDENTIALS: credentials, PUBLIC_URL: '' }, 'PUBLIC_URL must be set too: INDEXNOW_KEY and'],
    [{ GOOGLE_INDEXING_CREDENTIALS: '/no/such.json' }, `${noAccount}: /no/such.json cannot be read`],
    [
      { GOOGLE_INDEXING_CREDENTIALS: wrongCredentials },
      `${noAccount}: ${wrongCredentials} is another file: it must have the type "service_account", a client_email and an RSA private_key`,
    ],
    // The message names what is wrong of the board and of the part.
    [{ PORT: 'x', INDEXNOW_KEY: 'short' }, 'not "x"\n  INDEXNOW_KEY must be'],
  ])('%o are refused, and the message has no secret', async (variables: Record<string, string>, message) => {
    const { message: told } = await read({ PUBLIC_URL, ...variables }).then(
      () => new Error('nothing is refused'),
      (error: Error) => error,
    )
    expect(told).toContain(message)
    expect(told).not.toContain('hunter2')
  })
})
