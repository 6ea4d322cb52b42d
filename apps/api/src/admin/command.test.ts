import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { confirmByTyping } from './command.ts'

const lines = ['Atlas has:', 'jobs: 3']

async function answer(typed: string, isTTY = true): Promise<string> {
  const output = new PassThrough()
  const input = Object.assign(new PassThrough(), { isTTY })
  input.end(`${typed}\n`)
  const shown = text(output)
  await confirmByTyping('atlas', lines, { input, output }).finally(() => output.end())
  return shown
}

it('a confirmation shows what would be removed, and is given by the very word at a terminal and by nothing else', async () => {
  expect(await answer('atlas')).toContain('Atlas has:\njobs: 3\nType atlas to remove all of it for good: ')
  for (const typed of ['Atlas', 'yes', '', 'atlas '])
    await expect(answer(typed)).rejects.toThrow('Nothing was removed: that was not atlas.')
  await expect(answer('atlas', false)).rejects.toThrow('Without a terminal, confirm with --yes')
})
