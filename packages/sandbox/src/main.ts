#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createSandbox } from './sandbox.ts'

const usage = `Usage: boardwalk-sandbox [--port 4010] [--host 127.0.0.1]

Serves a Boardwalk in memory over HTTP until Ctrl-C. Nothing is kept.
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  const sandbox = createSandbox()
  await sandbox.listen(Number(values.port), values.host)
  process.stdout.write(`url  ${sandbox.url}\nkey  ${sandbox.apiKey}\n`)
}

main().catch((error: Error) => {
  process.exitCode = 1
  process.stderr.write(`${error.message}\n`)
})
