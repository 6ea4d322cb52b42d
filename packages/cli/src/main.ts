import { setFlagsFromString } from 'node:v8'
import { exitCode } from './failure.ts'
import { run } from './program.ts'

const { stdin, stdout, stderr, env } = process

function onInterrupt(listener: () => void): () => void {
  process.on('SIGINT', listener).on('SIGTERM', listener)
  return () => process.off('SIGINT', listener).off('SIGTERM', listener)
}

// Makes V8 collect garbage earlier, so that a feed of 100,000 rows (98 MB) is read in 87 MB of memory instead of 122 MB.
// It costs a fifth more CPU: 1.4 s instead of 1.2 s. Measured with `jobs push --dry-run` on Node 20.
setFlagsFromString('--heap-growing-percent=30')
setFlagsFromString('--semi-space-growth-factor=1')

process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, onInterrupt })

// An interrupted command may leave work that never ends, such as a write to a pipe without a reader.
if (process.exitCode === exitCode.interrupted) process.exit()
