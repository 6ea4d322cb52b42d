import { readFile, writeFile } from 'node:fs/promises'
import { builtProgram, shows } from '@boardwalk/test-server/vitest/program'
import { describe, expect, test } from 'vitest'
import { idsIn, useFollow } from '../../test/follow.ts'

/* What `boardwalk candidates follow` writes to a pipe or a file, and who reads it. */

const { applyAs, applyOnce, args, cli, readCursor, settings } = useFollow()

describe('standard output', () => {
  const inShell = (script: string, ...more: string[]) =>
    cli.startProgram(
      'bash',
      [
        '-c',
        `set -o pipefail; ${script}`,
        'bash',
        process.execPath,
        builtProgram('packages/cli/src/main.ts'),
        ...args(...more),
      ],
      settings(),
    )

  /** Waits until the state has moved and moves no more. */
  async function untilStateRests(): Promise<void> {
    let last: string | null | undefined
    const isSame = async () => {
      const before = last
      last = await readCursor().catch(() => undefined)
      return typeof last === 'string' && last === before
    }
    await expect.poll(isSame, { interval: 1_000 }).toBe(true)
  }

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('whose reader has closed it ends follow, and the next start gives the candidates that were not read', async () => {
    const [salma] = await applyAs('Salma')
    const child = inShell('"$@" | head -n 1', '-o', 'ndjson')
    await shows(child.stdout, /\n/)
    const [zineb] = await applyAs('Zineb')
    const { code, stdout, stderr } = await child.result
    expect({ code, ids: idsIn(stdout) }).toEqual({ code: 1, ids: [salma] })
    expect(stderr).toContain('its reader has closed it')
    expect(idsIn((await inShell('"$@"', '--once', '-o', 'ndjson').result).stdout)).toEqual([zineb])
  })

  test.each([
    ['killed', ['SIGKILL'], 137],
    ['interrupted twice', ['SIGINT', 'SIGINT'], 130],
  ] as const)(
    'that nobody reads holds the state: %s while a line is half taken, it gives that one again',
    async (_how, signals, ends) => {
      // More than a pipe holds.
      const names = Array.from({ length: 15 }, (_, index) => `Salma ${index}`)
      const ids: string[] = []
      for (const firstName of names) ids.push(await applyOnce({ firstName, message: 'é'.repeat(5000) }))
      const reader = '{ read -r < gate; cat; }'
      const child = inShell(`rm -f gate; mkfifo gate; { echo $BASHPID > pid; exec "$@"; } | ${reader}`, '-o', 'ndjson')
      await untilStateRests()
      const pid = Number(await readFile(cli.path('pid'), 'utf8'))
      for (const [at, signal] of signals.entries()) {
        if (at > 0) await shows(child.stderr, /Finishing/)
        process.kill(pid, signal)
      }
      await expect.poll(() => isAlive(pid)).toBe(false)
      await writeFile(cli.path('gate'), '\n')
      const { code, stdout } = await child.result
      const taken = idsIn(stdout)
      expect(code).toBe(ends)
      expect(taken.length).toBeLessThan(ids.length)
      const rest = idsIn((await inShell('"$@"', '--once', '-o', 'ndjson').result).stdout)
      expect([...taken, ...rest].filter((id, at, all) => all.indexOf(id) === at)).toEqual(ids)
      expect(taken.length + rest.length).toBeLessThanOrEqual(ids.length + 1)
    },
  )

  test('that is a file is appended to: one head, and each candidate once', async () => {
    const ids = []
    for (const name of ['Salma', 'Zineb']) {
      ids.push(...(await applyAs(name)))
      expect((await inShell('"$@" >> all.csv', '--once', '-o', 'csv').result).code).toBe(0)
    }
    const lines = (await readFile(cli.path('all.csv'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids])
  })

  test('has no formula in CSV, and every text as it was written in raw CSV', async () => {
    await applyAs('=1+1')
    const follow = async (format: string) => (await inShell('"$@"', '--once', '-o', format).result).stdout
    expect(await follow('csv')).toContain(",'=1+1,")
    await applyAs('=2+2')
    expect(await follow('raw-csv')).toContain(',=2+2,')
  })

  test('in the format json moves the state when it is written, and not before', async () => {
    await applyAs('Salma')
    const { code } = await inShell('"$@" > /dev/full', '--once', '--json').result
    expect({ code, cursor: await readCursor() }).toEqual({ code: 1, cursor: null })
  })
})
