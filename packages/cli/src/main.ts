import { CommanderError } from 'commander'
import { exitCode } from './failure.ts'
import { createProgram } from './program.ts'

const { stdin, stdout, stderr, env } = process

function onInterrupt(listener: () => void): () => void {
  process.on('SIGINT', listener).on('SIGTERM', listener)
  return () => process.off('SIGINT', listener).off('SIGTERM', listener)
}

const program = createProgram({ stdin, stdout, stderr, env, onInterrupt }, (code) => {
  process.exitCode = code
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.usage
  else {
    // A fault of this program: its stack is what a report of it needs.
    stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = exitCode.failure
  }
}
