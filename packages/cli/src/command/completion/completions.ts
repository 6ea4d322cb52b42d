import type { Argument, Command, Option } from 'commander'

/** What may stand where the cursor is: one of some words, or a path, which the shell completes itself. */
export interface Completions {
  kind: 'word' | 'file' | 'folder'
  found: { word: string; description: string }[]
}

/** Completes the last of the words that were typed behind the name of the program; it is empty after a blank. */
export function completionsOf(program: Command, typed: readonly string[]): Completions {
  const words = withoutEqualSigns(typed)
  const last = words.pop() ?? ''
  const start: Place = { command: program, arguments: 0, option: undefined, isPastOptions: false }
  const place = words.reduce(placeAfter, start)
  if (place.option !== undefined) return valuesOf(place.option)
  const { command } = place
  const [, name, sign] = /^(--[^=]+)(=)/.exec(last) ?? []
  const named = sign === undefined || place.isPastOptions ? undefined : optionOf(command, name)
  if (named !== undefined) return valuesOf(named, `${name}=`)
  if (last.startsWith('-') && !place.isPastOptions) return { kind: 'word', found: optionsOf(command, words) }
  const argument =
    command.registeredArguments[place.arguments] ?? command.registeredArguments.findLast((it) => it.variadic)
  if (argument !== undefined) return valuesOf(argument)
  return { kind: 'word', found: place.arguments === 0 ? commandsOf(command) : [] }
}

/** Where on the command line a word is. */
interface Place {
  command: Command
  /** Arguments of the command that were typed before. */
  arguments: number
  /** The option whose value the word is. */
  option: Option | undefined
  /** After `--`, nothing is an option. */
  isPastOptions: boolean
}

function placeAfter(place: Place, word: string): Place {
  const { command, option, isPastOptions } = place
  if (option !== undefined) return { ...place, option: undefined }
  if (isPastOptions || !word.startsWith('-')) {
    const inner = command.commands.find((each) => each.name() === word)
    return inner === undefined ? { ...place, arguments: place.arguments + 1 } : { ...place, command: inner }
  }
  if (word === '--') return { ...place, isPastOptions: true }
  const named = optionOf(command, word)
  return named !== undefined && takesValue(named) ? { ...place, option: named } : place
}

/** Bash takes `--output=json` for three words. */
function withoutEqualSigns(typed: readonly string[]): string[] {
  const isSign = (index: number) => typed[index] === '=' && typed[index - 1]?.startsWith('--') === true
  return typed.flatMap((word, index) => {
    if (!isSign(index)) return [word]
    return index === typed.length - 1 ? [''] : []
  })
}

const takesValue = ({ required, optional }: Option) => required || optional

const optionOf = (command: Command, name: string | undefined) =>
  visibleOptions(command).find(({ long, short }) => name === long || name === short)

const visibleOptions = (command: Command) => command.createHelp().visibleOptions(command)

function optionsOf(command: Command, typed: readonly string[]): Completions['found'] {
  return visibleOptions(command).flatMap(({ long, short, description, variadic }) => {
    const isGiven = typed.some((word) => word === long || word === short || word.startsWith(`${long}=`))
    return long === undefined || (isGiven && !variadic) ? [] : [{ word: long, description }]
  })
}

function commandsOf(command: Command): Completions['found'] {
  const commands = command.createHelp().visibleCommands(command)
  return commands.map((each) => ({ word: each.name(), description: each.description() }))
}

/** What an option or an argument may be: its choices, or what its name says of it, as in `--report <file>`. */
function valuesOf(holder: Option | Argument, before = ''): Completions {
  const choices = (holder.argChoices ?? []).map((choice) => ({ word: before + choice, description: '' }))
  // An argument may be a file among other things, as its description says.
  const name = 'flags' in holder ? holder.flags.replace(/^[^<[]*/, '') : `${holder.name()} ${holder.description}`
  if (choices.length > 0) return { kind: 'word', found: choices }
  if (/\bfile\b/.test(name)) return { kind: 'file', found: [] }
  return { kind: /\b(dir|folder)\b/.test(name) ? 'folder' : 'word', found: [] }
}
