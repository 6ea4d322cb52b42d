import { Argument, type Command, type Option } from 'commander'
import { createOutput } from '../../output.ts'
import type { World } from '../../shell.ts'
import { type ShellName, shellNames } from './scripts.ts'

const examples = `Examples:
  eval "$(boardwalk completion bash)"     in ~/.bashrc
  eval "$(boardwalk completion zsh)"      in ~/.zshrc, below compinit
  boardwalk completion fish > ~/.config/fish/completions/boardwalk.fish
  boardwalk completion powershell | Out-String | Invoke-Expression
                                          in $PROFILE
`

/** Adds the command `boardwalk completion`, and the hidden command that its scripts call to complete a word. */
export function addCompletion(program: Command, world: World): void {
  program
    .command('completion')
    .description('print a script that makes a shell complete commands, options and file names')
    .addArgument(new Argument('<shell>', 'the shell that will run the script').choices(shellNames))
    .addHelpText('before', examples)
    .action(async (shell: ShellName) => {
      const { scripts } = await import('./scripts.ts')
      await createOutput(world, false).result(scripts[shell])
    })

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .option('--typed <word>', 'the word at the cursor, if it is not the last of the words')
    .action(async (before: string[], { typed }: { typed?: string }) => {
      const words = typed === undefined ? before : [...before, typed]
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

/** What can be typed at the cursor: one of the words found, or a path, which the shell completes itself. */
interface Completions {
  kind: 'word' | 'file' | 'folder'
  found: { word: string; description: string }[]
}

/** Completes the last of the words after `boardwalk`; it is empty after a blank. `profiles` are values of `--profile`. */
function findCompletions(program: Command, typed: readonly string[], profiles: readonly string[]): Completions {
  const words = removeEqualSigns(typed)
  const last = words.pop() ?? ''
  const start: Place = { command: program, arguments: 0, option: undefined, isPastOptions: false }
  const place = words.reduce(findPlaceAfter, start)
  if (place.option !== undefined) return findValues(place.option, profiles)
  const { command } = place
  const [, name, sign] = /^(--[^=]+)(=)/.exec(last) ?? []
  const named = sign === undefined || place.isPastOptions ? undefined : findOption(command, name)
  if (named !== undefined) return findValues(named, profiles, `${name}=`)
  if (last.startsWith('-') && !place.isPastOptions) return { kind: 'word', found: findOptions(command, words) }
  const argument =
    command.registeredArguments[place.arguments] ?? command.registeredArguments.findLast((it) => it.variadic)
  if (argument !== undefined) return findValues(argument, profiles)
  return { kind: 'word', found: place.arguments === 0 ? findCommands(command) : [] }
}

/** A place on the command line, and what is expected there. */
interface Place {
  command: Command
  /** Number of arguments that were typed before this place. */
  arguments: number
  /** The option whose value is expected; undefined if no value is expected. */
  option: Option | undefined
  /** Whether `--` was typed before: no word after it is an option. */
  isPastOptions: boolean
}

function findPlaceAfter(place: Place, word: string): Place {
  const { command, option, isPastOptions } = place
  if (option !== undefined) return { ...place, option: undefined }
  if (isPastOptions || !word.startsWith('-')) {
    // After `help` come the same words as without it.
    if (word === 'help' && place.arguments === 0 && command.commands.length > 0) return place
    const inner = command.commands.find((each) => each.name() === word)
    return inner === undefined ? { ...place, arguments: place.arguments + 1 } : { ...place, command: inner }
  }
  if (word === '--') return { ...place, isPastOptions: true }
  const named = findOption(command, word)
  return named !== undefined && takesValue(named) ? { ...place, option: named } : place
}

/** Removes the equal signs between options and values: Bash splits `--output=json` into three words. */
function removeEqualSigns(typed: readonly string[]): string[] {
  const isSign = (index: number) => typed[index] === '=' && typed[index - 1]?.startsWith('--') === true
  return typed.flatMap((word, index) => {
    if (!isSign(index)) return [word]
    return index === typed.length - 1 ? [''] : []
  })
}

const takesValue = ({ required, optional }: Option) => required || optional

const findOption = (command: Command, name: string | undefined) =>
  listOptions(command).find(({ long, short }) => name === long || name === short)

const listOptions = (command: Command) => command.createHelp().visibleOptions(command)

function findOptions(command: Command, typed: readonly string[]): Completions['found'] {
  return listOptions(command).flatMap(({ long, short, description, variadic }) => {
    const isGiven = typed.some((word) => word === long || word === short || word.startsWith(`${long}=`))
    return long === undefined || (isGiven && !variadic) ? [] : [{ word: long, description }]
  })
}

function findCommands(command: Command): Completions['found'] {
  const commands = command.createHelp().visibleCommands(command)
  return commands.map((each) => ({ word: each.name(), description: each.description() }))
}

/** Finds what an option or argument accepts: its choices, or a file or folder if its name says so, as in `--report <file>`. */
function findValues(holder: Option | Argument, profiles: readonly string[], before = ''): Completions {
  const isProfile = 'long' in holder && holder.long === '--profile'
  const choices = isProfile ? profiles : (holder.argChoices ?? [])
  // The description of an argument may say that it can be a file.
  const name = 'flags' in holder ? holder.flags.replace(/^[^<[]*/, '') : `${holder.name()} ${holder.description}`
  if (choices.length > 0)
    return { kind: 'word', found: choices.map((choice) => ({ word: before + choice, description: '' })) }
  if (/\bfile\b/.test(name)) return { kind: 'file', found: [] }
  return { kind: /\b(dir|folder)\b/.test(name) ? 'folder' : 'word', found: [] }
}
