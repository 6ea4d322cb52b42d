import { once } from 'node:events'
import { readFile, symlink } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apply } from '@boardwalk/api/test/form'
import { environmentFor, shows } from '@boardwalk/test-server/vitest/program'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { idsIn, useFollow } from '../../test/follow.ts'

/* `boardwalk candidates follow` as a process of its own, against the real server: its state, the board and its flags. */

const follower = useFollow()
const { args, applyAs, cli, follow, server, settings, startFollow } = follower

describe('the state', () => {
  test('stores who was taken: each start with --once gives only newer candidates, in every format', async () => {
    const first = await applyAs('Salma', 'Youssef')
    const { code, stdout, stderr } = await follow('--once', '-o', 'ndjson')
    expect({ code, stderr, ids: idsIn(stdout) }).toEqual({ code: 0, stderr: '', ids: first })

    await applyAs('Zineb')
    const table = await follow('--once')
    expect(table.stdout).toMatch(/^DATE +NAME +EMAIL +JOB\n\S+ +Zineb Bennani +salma\.bennani@example\.com +A\/1\n$/)

    const [karim] = await applyAs('Karim')
    const csv = await follow('--once', '-o', 'csv')
    expect(csv.stdout).toMatch(new RegExp(`^id,date,status,offerId,.*\n${karim},\\S+,PENDING,A/1,Karim,Bennani,`))

    const [nadia] = await applyAs('Nadia')
    const json = await follow('--once', '-o', 'json')
    expect(JSON.parse(json.stdout).candidates).toMatchObject([{ id: nadia, firstName: 'Nadia' }])

    expect(await follow('--once', '-o', 'json')).toEqual({ code: 0, stdout: '{"candidates":[]}\n', stderr: '' })
  })

  test('is used by one process, and another one is refused with its name; a killed process leaves it free', async () => {
    await applyAs('Salma')
    const child = startFollow('-o', 'ndjson')
    await shows(child.stdout, /Salma/)
    const link = `link-${follower.state}`
    await symlink(cli.path(follower.state), cli.path(link))
    for (const name of [follower.state, `./${follower.state}`, link]) {
      const second = await follow('--once', '--state', name)
      expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 1, stdout: '' })
      expect(second.stderr).toContain(`${name} is in use by process ${child.pid}`)
    }
    child.kill('SIGKILL')
    await child.result
    expect((await follow('--once')).code).toBe(0)
  })

  test('of another board, job or company is refused and not changed', async () => {
    await applyAs('Salma')
    await follow('--once')
    const before = await readFile(cli.path(follower.state), 'utf8')
    const other = await server.company()
    await apply((await other.call('PUT', '/job/A%2F1', { job: { title: 'Chef' } })).body.jobUrl)
    // One after the other: a state is one process's at a time.
    const refusals = [
      await cli.run(args('--once', '--url', 'http://127.0.0.1:9/api'), settings()),
      await follow('A/1', '--once'),
      await cli.run(args('--once', '-o', 'ndjson'), environmentFor(server, other)),
    ]
    for (const { code, stdout } of refusals) expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const [board, job, otherCompany] = refusals.map(({ stderr }) => stderr)
    expect(board).toContain(`belongs to the board at ${server.url}/api, not http://127.0.0.1:9/api`)
    expect(job).toContain('belongs to all jobs, not job "A/1"')
    expect(otherCompany).toContain(`belongs to company ${follower.company.id}, but the key belongs to ${other.id}`)
    expect(await readFile(cli.path(follower.state), 'utf8')).toBe(before)
  })

  test('that is damaged is refused and not changed: follow does not start from the beginning', async () => {
    const board = '{"board":"http://127.0.0.1:9/api","job":null,"company":null,"cur'
    for (const damaged of ['', '{"candidates":"2026-03-01T00:00:00.000Z"}', board, `${board}sor":"soon"}`]) {
      await cli.write(follower.state, damaged)
      const { code, stdout, stderr } = await follow('--once')
      expect({ damaged, code, stdout }).toEqual({ damaged, code: 1, stdout: '' })
      expect(stderr).toContain('is not a state file of follow, or is damaged')
      expect(await readFile(cli.path(follower.state), 'utf8')).toBe(damaged)
    }
  })

  test('that cannot be saved is reported before any candidate is given', async () => {
    await applyAs('Salma')
    for (const name of ['nowhere/state.json', '.']) {
      const { code, stdout, stderr } = await cli.run(
        ['candidates', 'follow', '--once', '--state', name, '-o', 'ndjson'],
        settings(),
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/cannot be (written|read): /)
    }
  })
})

describe('the board', () => {
  /** A way to the board that can be cut. */
  async function cuttable() {
    const way = { url: '', isCut: false, requests: 0, close: () => {} }
    const between = createServer((req, res) => {
      way.requests++
      if (way.isCut) req.socket.destroy()
      else
        request(`${server.url}${req.url}`, { headers: req.headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(res)
        }).end()
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    // A server that listens on a port has an address of this kind.
    way.url = `http://127.0.0.1:${(between.address() as AddressInfo).port}/api`
    way.close = () => {
      between.closeAllConnections()
      between.close()
    }
    return way
  }

  test('that goes away and comes back loses no candidate, and each is reported once', async () => {
    const way = await cuttable()
    const child = cli.start(args('-o', 'ndjson'), { ...settings(), BOARDWALK_URL: way.url })
    const ids = await applyAs('Salma')
    await shows(child.stdout, /Salma/)
    way.isCut = true
    await shows(child.stderr, /does not answer/)
    ids.push(...(await applyAs('Zineb')))
    const { requests } = way
    await expect.poll(() => way.requests).toBeGreaterThan(requests)
    way.isCut = false
    await shows(child.stdout, /Zineb/)
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await child.result
    way.close()
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 130, ids })
    expect(stderr.match(/The board does not answer: .*/g)).toHaveLength(1)
    expect(stderr.match(/The board answers again\./g)).toHaveLength(1)
  })

  test('that refuses the key ends follow with 4: a wrong key, and one that is revoked meanwhile', async () => {
    expect((await cli.run(args(), { ...settings(), BOARDWALK_API_KEY: 'bwk_wrong' })).code).toBe(4)
    await applyAs('Salma')
    const child = startFollow('-o', 'ndjson')
    await shows(child.stdout, /Salma/)
    await follower.company.revokeKey(follower.company.keyId)
    const { code, stderr } = await child.result
    expect({ code, said: stderr.includes('Invalid API key') }).toEqual({ code: 4, said: true })
    expect(stderr).not.toContain(follower.company.key)
  })
})

describe('usage', () => {
  test('a flag that cannot be followed is refused with 2 before anything is asked', async () => {
    for (const [flags, words] of [
      [['--since', 'tomorrow'], 'ISO 8601 expected'],
      [['--interval', '0'], 'from 1 to 86400'],
      [['--interval', '86401'], 'from 1 to 86400'],
      [['-o', 'json'], '-o ndjson, or --once'],
      [['--exec', 'cat', '-o', 'csv'], 'leave out -o'],
      [['--exec', 'cat', '--max-tries', '3'], '--max-tries and --failed together'],
      [['--exec', 'cat', '--failed', 'failed.ndjson'], '--max-tries and --failed together'],
      [['--max-tries', '3', '--failed', 'failed.ndjson'], 'are for --exec and --post'],
      [['--post', 'https://ats.example.com'], '--post and --secret-file together'],
      [['--post', 'ats.example.com', '--secret-file', 's'], 'an address such as https://'],
      [['--post', 'https://ats.example.com', '--secret-file', 's', '--exec', 'cat'], 'not both'],
      [['--exec', 'cat', '--max-tries', '0', '--failed', 'failed.ndjson'], 'at least 1'],
    ] as const)
      expect(await runCommand(['candidates', 'follow', ...flags], { env: {} })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(words),
      })
  })
})
