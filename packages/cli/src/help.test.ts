import { expect, test } from 'vitest'
import { runCommand } from './test/command.ts'

/* The help of commands and of their groups. */

const boardwalk = (args: string[], columns?: number) =>
  runCommand(args, { env: {}, ...(columns !== undefined && { columns }) })

test('help fits a narrow terminal and loses no word', async () => {
  for (const command of ['', 'jobs push', 'jobs sync', 'candidates follow', 'links set', 'auth login', 'certify']) {
    const words = [...command.split(' ').filter((word) => word !== ''), '--help']
    const { stdout } = await boardwalk(words, 60)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
    expect(stdout.split(/\s+/)).toEqual((await boardwalk(words)).stdout.split(/\s+/))
  }
})
