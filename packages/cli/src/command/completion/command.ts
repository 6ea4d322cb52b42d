import { Argument, type Command } from 'commander'
import { createOutput } from '../../output.ts'
import type { World } from '../../shell.ts'
import { type ShellName, shellNames } from './shell-name.ts'

const examples = `Examples:
  eval "$(boardwalk completion bash)"     in ~/.bashrc
  eval "$(boardwalk completion zsh)"      in ~/.zshrc, below compinit
  boardwalk completion fish > ~/.config/fish/completions/boardwalk.fish
`

/** Adds the command `boardwalk completion`, and the hidden command that its scripts call to complete a word. */
export function addCompletion(program: Command, world: World): void {
  program
    .command('completion')
    .description('print a script that makes a shell complete commands, options and file names')
    .addArgument(new Argument('<shell>', 'the shell that will run the script').choices(shellNames))
    .addHelpText('before', examples)
    .action(async (shell: ShellName) => {
      const { scripts } = await import('./script.ts')
      await createOutput(world, false).result(scripts[shell])
    })

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { findCompletions } = await import('./completions.ts')
      const { kind, found } = findCompletions(program, words, await readProfileNames(words, world.env))
      const lines = found.map(({ word, description }) => `${word}\t${description}`)
      await createOutput(world, false).result([kind, ...lines].join('\n'))
    })
}

/** Reads the names of the stored profiles if they may be wanted; none if the file cannot be read. */
async function readProfileNames(words: string[], env: World['env']): Promise<string[]> {
  if (!words.some((word) => word.startsWith('--profile'))) return []
  const { readProfiles } = await import('../../profile.ts')
  try {
    return readProfiles(env).map(([name]) => name)
  } catch {
    return []
  }
}
