import { createInterface } from 'node:readline/promises'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Shows a person at a terminal some lines, and asks them to type a word. Throws if they type another one, or if there is no terminal. */
export async function confirmByTyping(
  word: string,
  lines: string[],
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (input.isTTY !== true) throw new Error('Nothing was removed. Without a terminal, confirm with --yes.')
  const terminal = createInterface({ input, output })
  try {
    output.write(`${lines.join('\n')}\n`)
    if ((await terminal.question(`Type ${word} to remove all of it for good: `)) === word) return
  } finally {
    terminal.close()
  }
  throw new Error(`Nothing was removed: that was not ${word}.`)
}
