import { readFile } from 'node:fs/promises'
import { builtProgram, shows } from '@boardwalk/test-server/vitest/program'
import { describe, expect, test } from 'vitest'
import { idsIn, useFollow } from '../../test/follow.ts'

/* What `boardwalk candidates follow` writes to a pipe or a file, and who reads it. */

const { applyAs, args, cli, settings } = useFollow()

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

  test('that is a file is appended to: one head, and each candidate once', async () => {
    const ids = []
    for (const name of ['Salma', 'Zineb']) {
      ids.push(...(await applyAs(name)))
      expect((await inShell('"$@" >> all.csv', '--once', '-o', 'csv').result).code).toBe(0)
    }
    const lines = (await readFile(cli.path('all.csv'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['id', ...ids])
  })

  test('that is a file gets whole lines only, also after a full disk and after a process that was killed while it wrote', async () => {
    const ids = await applyAs('Salma', 'Zineb')
    // The limit of a file's size, in KiB, ends a write in the middle, as a full disk does.
    await cli.write('all.ndjson', `${'x'.repeat(900)}\n`)
    const full = await inShell('ulimit -f 1; "$@" >> all.ndjson', '--once', '-o', 'ndjson').result
    expect({ code: full.code, stderr: full.stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EFBIG') })
    expect((await readFile(cli.path('all.ndjson'))).length).toBe(901)

    await cli.write('all.ndjson', '{"id":"cu')
    expect((await inShell('"$@" >> all.ndjson', '--once', '-o', 'ndjson').result).code).toBe(0)
    const [cut, ...lines] = (await readFile(cli.path('all.ndjson'), 'utf8')).split('\n')
    expect({ cut, ids: idsIn(lines.join('\n')) }).toEqual({ cut: '{"id":"cu', ids })
  })
})
