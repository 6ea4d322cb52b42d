import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { apply } from '@boardwalk/api/test/form'
import { useServer } from '@boardwalk/api/test/harness'
import { signedInUser } from '@boardwalk/api/test/user'
import { sourceFile } from '@boardwalk/test-server/server-process'
import { builtProgram, environmentFor, shows, usePrograms } from '@boardwalk/test-server/vitest/program'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

/* Runs the receivers of webhooks as processes, with `boardwalk candidates follow --post` as the sender. */

const server = useServer()
const programs = usePrograms()
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const receivers = [
  {
    name: 'receive-webhooks.ts',
    findCommand: () => [process.execPath, builtProgram('examples/src/receive-webhooks.ts')],
  },
  { name: 'receive.py', findCommand: () => ['python3', sourceFile('examples/webhooks/receive.py')] },
]

describe.each(receivers)('the receiver $name', ({ name, findCommand }) => {
  let folder: string
  beforeEach(async ({ task }) => {
    folder = programs.path(`${name}-${task.id}`)
    await mkdir(folder)
  })

  /** Starts the receiver in the test's folder. */
  async function startReceiver() {
    const child = programs.start('bash', ['-c', 'cd "$0" && exec "$@"', folder, ...findCommand()], {
      WEBHOOK_SECRET: secret,
      PORT: '0',
    })
    onTestFinished(() => void child.kill())
    const [, port] = await shows(child.stdout, /port\D+(\d+)/)
    return { child, url: `http://127.0.0.1:${port}/` }
  }
  const listStored = async () => (await readdir(join(folder, 'candidates'))).sort()

  test('keeps each candidate that follow --post sends until the board has erased the person', async () => {
    const company = await server.company()
    const { jobUrl } = (await company.call('PUT', '/job/A', { job: { title: 'Comptable' } })).body
    const ids: string[] = []
    for (const firstName of ['Salma', 'Zineb']) ids.push((await apply(jobUrl, { firstName })).body.id)
    const [salma = '', zineb] = ids
    const { child, url } = await startReceiver()
    await programs.write('secret.txt', secret)
    const follow = async () => {
      const words = ['candidates', 'follow', '--changes', '--once', '--state', `${folder}/state.json`, '--post', url]
      const args = [builtProgram('packages/cli/src/main.ts'), ...words, '--secret-file', 'secret.txt']
      expect((await programs.start(process.execPath, args, environmentFor(server, company)).result).code).toBe(0)
    }
    await follow()
    expect(await listStored()).toEqual(ids.map((id) => `${id}.json`).sort())
    const { client } = await signedInUser(server, company)
    await client.application.erase.mutate({ id: salma })
    await follow()
    expect(await listStored()).toEqual([`${zineb}.json`])
    child.kill('SIGTERM')
    const [, ...lines] = (await child.result).stdout.trim().split('\n')
    expect(lines).toEqual([`created ${salma}`, `created ${zineb}`, `erased ${salma}`])
  })

  test('takes no webhook with another secret, another body, an old time or no signature', async () => {
    const { url } = await startReceiver()
    const body = JSON.stringify({ change: 'created', candidate: { id: 'a' } })
    const sign = (key: string, at = new Date()) => ({
      'webhook-id': 'a_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('a_1', at, body),
    })
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(url, { method: 'POST', headers, body: sent })).status
    const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const tenMinutesAgo = new Date(Date.now() - 600_000)
    expect([
      await post(sign(otherSecret)),
      await post(sign(secret), body.replace('created', 'erased')),
      await post(sign(secret, tenMinutesAgo)),
      await post({ ...sign(secret), 'webhook-signature': '' }),
      await post({}),
    ]).toEqual([401, 401, 401, 401, 401])
    expect(await listStored()).toEqual([])
    // While a secret is being replaced, there are two signatures.
    const two = `${sign(otherSecret)['webhook-signature']} ${sign(secret)['webhook-signature']}`
    expect(await post({ ...sign(secret), 'webhook-signature': two })).toBe(204)
    expect(await listStored()).toEqual(['a.json'])
  })
})
