import { existsSync } from 'node:fs'
import { exitCode, Failure } from '../../failure.ts'

/** Finds the file that the arguments name; undefined if they are pairs such as `42=A-17`. Throws a Failure for anything else. */
export function findFile(args: string[]): string | undefined {
  if (args.every(isPair)) return undefined
  const [file = ''] = args
  if (args.length === 1 && (!file.includes('=') || existsSync(file))) return file
  const wrong = args.find((arg) => arg.includes('=') && !isPair(arg))
  throw new Failure(
    wrong === undefined ? 'Give either pairs such as 42=A-17, or one file' : `${wrong}: ${explainPair(wrong)}`,
    exitCode.usage,
  )
}

const isPair = (argument: string) => /^\d+=./s.test(argument)

/** Explains what is wrong with a pair, and which side holds which id. */
function explainPair(pair: string): string {
  const at = pair.indexOf('=')
  const left = pair.slice(0, at)
  const right = pair.slice(at + 1)
  const sides = 'the board’s job id stands left of the equal sign, and your id right of it'
  if (/^\d+$/.test(right) && left !== '') return `${sides}. Did you mean ${right}=${left}?`
  const example = /^\d+$/.test(left) ? `${left}=A-17` : `42=${right === '' ? 'A-17' : right}`
  return `${sides}, such as ${example}`
}
