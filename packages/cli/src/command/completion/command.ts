import { Argument, type Command } from 'commander'
import { createOutput } from '../../output.ts'
import type { World } from '../../shell.ts'
import { type ShellName, shellNames } from './shell-name.ts'

const examples = `Examples:
  eval "$(boardwalk completion bash)"     in ~/.bashrc
  eval "$(boardwalk completion zsh)"      in ~/.zshrc, below compinit
  boardwalk completion fish > ~/.config/fish/completions/boardwalk.fish
`

/** `boardwalk completion`, and the hidden command by which the shells ask what may come next. */
export function addCompletion(program: Command, { stdout, stderr, env }: World): void {
  program
    .command('completion')
    .description('print a script by which a shell completes commands, options and file names')
    .addArgument(new Argument('<shell>', 'the shell that shall run it').choices(shellNames))
    .addHelpText('before', examples)
    .action(async (shell: ShellName) => {
      // Loaded only now, as below, so that help and mistakes answer at once.
      const { scripts } = await import('./script.ts')
      await createOutput(stdout, stderr, env).result(scripts[shell])
    })

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { completionsOf } = await import('./completions.ts')
      const { kind, found } = completionsOf(program, words)
      const lines = found.map(({ word, description }) => `${word}\t${description}`)
      await createOutput(stdout, stderr, env).result([kind, ...lines].join('\n'))
    })
}
