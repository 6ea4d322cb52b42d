import { readFileSync } from 'node:fs'

const map = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')

/** What the security map names as a proof: the words in backticks that begin the last cell of a row. A test has it as a tag. */
export const proofs: string[] = [
  ...new Set(
    map
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((row) => row.split('|').at(-2)?.trim() ?? '')
      .filter((cell) => /^`[a-z-]+`(?:, `[a-z-]+`)*$/i.test(cell))
      .flatMap((cell) => cell.replaceAll('`', '').split(', ')),
  ),
]
