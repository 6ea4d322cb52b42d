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
