import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runCommand } from '../test/command.ts'

/* The help of commands and of their groups. */

const boardwalk = (args: string[], columns?: number) =>
  runCommand(args, { env: {}, ...(columns !== undefined && { columns }) })

test('boardwalk help prints the same as --help, and refuses with 2 what is no command', async () => {
  for (const [words, option] of [
    ['help jobs push', 'jobs push --help'],
    ['jobs help push', 'jobs push --help'],
    ['help jobs', 'jobs --help'],
    ['help', '--help'],
  ] as const) {
    const help = await boardwalk(words.split(' '))
    expect(help).toEqual(await boardwalk(option.split(' ')))
    expect(help).toMatchObject({ code: 0, stderr: '' })
  }
  expect(await boardwalk(['help', 'jobs', 'psuh'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Did you mean push?'),
  })
  expect(await boardwalk(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('help fits a narrow terminal and loses no word', async () => {
  for (const command of ['', 'jobs push', 'jobs sync', 'candidates follow', 'links set', 'auth login']) {
    const words = [...command.split(' ').filter((word) => word !== ''), '--help']
    const { stdout } = await boardwalk(words, 60)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
    expect(stdout.split(/\s+/)).toEqual((await boardwalk(words)).stdout.split(/\s+/))
  }
})
