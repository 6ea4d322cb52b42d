import { readFile } from 'node:fs/promises'
import { shows } from '@boardwalk/test-server/vitest/program'
import { describe, expect, test } from 'vitest'
import { idsIn, useFollow } from '../../test/follow.ts'

/* The command that `boardwalk candidates follow --exec` runs for each candidate, and what ends a follow. */

const follower = useFollow()
const { args, applyAs, cli, follow, readCursor, settings, startFollow } = follower

describe('--exec', () => {
  test('gives each candidate to the command, and prints only what the command prints', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const command = `node -pe 'JSON.parse(fs.readFileSync(0)).id'; echo "$BOARDWALK_CANDIDATE_ID $BOARDWALK_CANDIDATE_OFFER_ID"`
    // As in a follow that the command of another one starts.
    const env = { ...settings(), BOARDWALK_CANDIDATE_ID: 'another' }
    const { code, stdout } = await cli.run(args('--once', '--exec', command), env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: [salma, zineb].map((id) => `${id}\n${id} A/1\n`).join('') })
  })

  test('a command that fails with --once ends follow with 1, and the next start gives it the same candidate', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const { code, stderr } = await follow('--once', '--exec', 'exit 7')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Error: The command ended with 7 for candidate ${salma}. The next start gives this candidate again.\n`,
    })
    const { stdout } = await follow('--once', '--exec', 'echo $BOARDWALK_CANDIDATE_ID')
    expect(stdout).toBe(`${salma}\n${zineb}\n`)
  })

  test('a command that fails without --once is run again until it ends with 0, before the next candidate', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const child = startFollow(
      '--exec',
      `echo $BOARDWALK_CANDIDATE_ID; test -e done-${follower.state} || { mv once-${follower.state} done-${follower.state} || touch once-${follower.state}; exit 7; } 2>/dev/null`,
    )
    await shows(child.stdout, new RegExp(`${zineb}`))
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await child.result
    expect({ code, stdout }).toEqual({ code: 130, stdout: `${salma}\n${salma}\n${salma}\n${zineb}\n` })
    expect(stderr.match(/Follow tries again/g)).toHaveLength(1)
    expect(stderr).toContain(`The command ended with 7 for candidate ${salma}. Follow tries again.`)
    expect(stderr).toContain(`Candidate ${salma} is taken now.`)
  })

  test('with --max-tries and --failed stores a candidate that the command never takes in a file, goes on, and ends with 3', async () => {
    const [salma, zineb] = await applyAs('Salma', 'Zineb')
    const failed = `failed-${follower.state}`
    // As after a process that was killed while it wrote there.
    await cli.write(failed, '{"candidate":{"id":"cu')
    const command = `echo $BOARDWALK_CANDIDATE_ID; test $BOARDWALK_CANDIDATE_ID != ${salma} || exit 7`
    const given = ['--exec', command, '--max-tries', '2', '--failed', failed]
    const { code, stdout, stderr } = await follow('--once', ...given)
    expect({ code, stdout }).toEqual({ code: 3, stdout: `${salma}\n${salma}\n${zineb}\n` })
    expect(stderr).toContain(`The command ended with 7 for candidate ${salma}, after 2 tries. It is in ${failed}.\n`)
    const [, ...lines] = (await readFile(cli.path(failed), 'utf8')).split('\n')
    expect(lines.map((line) => line && JSON.parse(line))).toEqual([
      {
        candidate: expect.objectContaining({ id: salma, firstName: 'Salma' }),
        error: { message: 'The command ended with 7', status: 7 },
      },
      '',
    ])
    expect(await follow('--once', ...given)).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

describe('an interrupt', () => {
  const waiting = `echo running; while ! test -e "$GO"; do sleep 0.1; done; echo finished`

  test('waits for the running command, saves its candidate as taken, and ends with 130', async () => {
    const [salma] = await applyAs('Salma', 'Zineb')
    const child = cli.start(args('--exec', waiting), { ...settings(), GO: `go-${follower.state}` })
    await shows(child.stdout, /running/)
    child.kill('SIGINT')
    await shows(child.stderr, /Finishing/)
    await cli.write(`go-${follower.state}`, '')
    const { code, stdout } = await child.result
    expect({ code, stdout }).toEqual({ code: 130, stdout: 'running\nfinished\n' })
    const { stdout: next } = await follow('--once', '-o', 'ndjson')
    expect(idsIn(next)).not.toContain(salma)
    expect(idsIn(next)).toHaveLength(1)
  })

  test('that comes twice stops the command, and the next start gives its candidate again', async () => {
    await applyAs('Salma')
    const child = cli.start(args('--exec', waiting), { ...settings(), GO: `never-${follower.state}` })
    await shows(child.stdout, /running/)
    child.kill('SIGINT')
    await shows(child.stderr, /Finishing/)
    child.kill('SIGINT')
    const { code, stderr } = await child.result
    expect({ code, cursor: await readCursor() }).toEqual({ code: 130, cursor: null })
    expect(stderr).not.toContain('The command ended')
  })

  test('while follow waits for candidates ends it at once with 130, and the state has the last candidate', async () => {
    const [salma] = await applyAs('Salma')
    const child = cli.start([...args('-o', 'ndjson'), '--interval', '3600'], settings())
    await shows(child.stdout, /\n/)
    await expect.poll(() => readCursor()).not.toBeNull()
    child.kill('SIGINT')
    const { code, stdout } = await child.result
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 130, ids: [salma] })
    expect((await follow('--once', '-o', 'ndjson')).stdout).toBe('')
  })
})
