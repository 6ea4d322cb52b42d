import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSpool } from './carry-out.ts'

// Windows keeps the name of an open file until it is closed.
test.skipIf(process.platform === 'win32')(
  'the rows of a plan are in a file without a name, which ends with the process, also by kill -9',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const spool = await openSpool()
    const rows = ['A', 'B'].map((id, at) => ({ line: at + 1, row: at + 1, id, job: { id, title: 'Été\u2028"\n' } }))
    for (const row of rows) await spool.add(row)
    expect(await readdir(folder)).toEqual([])
    const read = []
    for await (const row of spool.rows()) read.push(row)
    expect(read).toEqual(rows)
    await spool.remove()
    // A sync that is interrupted reads no rows, or not all of them.
    const unread = await openSpool()
    for (const row of rows) await unread.add(row)
    for await (const _ of unread.rows()) break
    await unread.remove()
    await (await openSpool()).remove()
  },
)
