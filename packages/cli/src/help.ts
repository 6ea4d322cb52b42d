import type { Command } from 'commander'

/** Adds a command `help` that prints the help of this command, or of the one that its words lead to, as in `help jobs push`. */
export function addHelp(group: Command): void {
  group
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('print the help of a command')
    .helpOption(false)
    .action(async (words: string[]) => {
      let place = group
      for (const word of words) {
        const inner = place.commands.find((each) => each.name() === word)
        if (inner === undefined) return refuse(place, word)
        place = inner
      }
      place.outputHelp()
    })
}

async function refuse(place: Command, word: string): Promise<void> {
  if (place.commands.length === 0) place.error(`error: '${place.name()}' has no command '${word}'`)
  // The group refuses the word as an unknown command, and says which one was probably meant.
  await place.parseAsync(['--', word], { from: 'user' })
}

/** Adds to the error of an unknown command where another group has it, such as `auth login` for `login`. */
export function addPlaces(program: Command, message: string): string {
  const [, word] = /unknown command '(\S+)'/.exec(message) ?? []
  const places = program.commands
    .filter(({ commands }) => commands.some((each) => each.name() === word && word !== 'help'))
    .map((group) => `${group.name()} ${word}`)
  if (places.length === 0) return message
  return message.replace(/'\n.*/s, `'\n(Did you mean ${places.join(' or ')}?)\n`)
}

/* Help is written for 80 columns. On a narrower terminal it is wrapped again, between words. */

/** A paragraph, or one item of a list, with the column where its further lines begin. */
type Block = { indent: number; text: string }

/** Wraps a help text to a terminal of this width; undefined or a text that fits leaves it unchanged. */
export function fitWidth(text: string, width: number | undefined): string {
  const lines = text.split('\n')
  if (!width || lines.every((line) => line.length <= width)) return text
  return readBlocks(lines)
    .flatMap((block) => wrap(block, width))
    .join('\n')
}

function readBlocks(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    const margin = line.length - line.trimStart().length
    // A line that begins where the text of the item before begins continues that text.
    if (last !== undefined && line !== '' && last.text !== '' && margin === last.indent && !/:$/.test(last.text))
      last.text += ` ${line.trim()}`
    else blocks.push({ indent: findIndent(line), text: line })
  }
  return blocks
}

/** Finds where further lines of an item begin: below its explanation, which two blanks or more separate from its name. */
function findIndent(line: string): number {
  const margin = line.length - line.trimStart().length
  if (margin === 0) return 0
  return /^ +\S+(?: \S+)* {2,}/.exec(line)?.[0].length ?? margin + 2
}

function wrap({ indent, text }: Block, width: number): string[] {
  if (text.length <= width) return [text]
  // An explanation in the right half would have too little room.
  const margin = indent > width / 2 ? text.length - text.trimStart().length + 4 : indent
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(/^ *\S+|\s+\S+/g) ?? []) {
    if (line !== '' && line.length + piece.length > width) {
      lines.push(line)
      line = ' '.repeat(margin) + piece.trimStart()
    } else line += piece
  }
  return [...lines, line]
}
