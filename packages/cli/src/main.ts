import { setFlagsFromString } from 'node:v8'
import { exitCode } from './failure.ts'
import { run } from './run.ts'

const { stdin, stdout, stderr, env } = process

function onInterrupt(listener: () => void): () => void {
  process.on('SIGINT', listener).on('SIGTERM', listener)
  return () => process.off('SIGINT', listener).off('SIGTERM', listener)
}

// What a feed leaves behind would otherwise be let grow to several times what is needed, before it is cleared away.
setFlagsFromString('--heap-growing-percent=30')
setFlagsFromString('--semi-space-growth-factor=1')

process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, onInterrupt })

// What an interrupted command no longer waits for, such as a reader that takes nothing, would keep the process.
if (process.exitCode === exitCode.interrupted) process.exit()
