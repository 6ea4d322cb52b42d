import { fileState } from '@boardwalk/sdk/file-state'
import { useAddress, useOwnFetch } from './use.js'

/* Node, Bun and Deno run this program: `main.js <key> <address> <file>`. */

async function main([apiKey = '', baseUrl = '', file = '']: string[]): Promise<void> {
  await useOwnFetch()
  await useAddress(apiKey, baseUrl)
  await fileState(file).save('candidates', '2026-03-01T09:00:00.000Z')
  if ((await fileState(file).load('candidates')) !== '2026-03-01T09:00:00.000Z') throw new Error('the state is lost')
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
})
