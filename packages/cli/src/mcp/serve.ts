import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../../package.json' with { type: 'json' }
import { type ExitCode, exitCode } from '../failure.ts'
import type { Run } from '../shell.ts'
import { addCandidateTools } from './candidates.ts'
import { addCheckTools } from './checks.ts'
import { addJobTools } from './jobs.ts'
import { dataNote, type McpFlags } from './tool.ts'

const instructions = `The jobs and applications that a company has on a Boardwalk, a job board. ${dataNote}`

/** Serves an assistant on standard input and output until Ctrl-C or the end of standard input. */
export async function serveMcp({ world, output }: Run, flags: McpFlags): Promise<ExitCode> {
  const createServer = () => {
    const server = new McpServer({ name: 'boardwalk', version: manifest.version }, { instructions })
    for (const add of [addJobTools, addCandidateTools, addCheckTools]) add({ server, flags, env: world.env })
    addGuides(server)
    return server
  }
  if (world.stdin.isTTY) output.say('An assistant starts this command: see --help. Ctrl-C ends it.')
  let unlisten = () => {}
  const ended = new Promise<ExitCode>((resolve) => {
    unlisten = world.onInterrupt(() => resolve(exitCode.interrupted))
    world.stdin.once('close', () => resolve(exitCode.done)).once('end', () => resolve(exitCode.done))
  })
  const transport = new StdioServerTransport(world.stdin, world.stdout)
  const server = serveStdio(createServer, { transport, onerror: ({ message }) => output.say(message, 'red') })
  const code = await ended
  unlisten()
  await server.close()
  return code
}

// The build copies the guides into the package, beside its code. The sources have them among the documents.
const guideFolders = ['guides/', '../../../../docs/guides/'].map((path) => new URL(path, import.meta.url))
const mimeType = 'text/markdown'

/** Offers the guides of this version as resources. */
function addGuides(server: McpServer): void {
  for (const folder of guideFolders.filter((each) => existsSync(each)))
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(new URL(file, folder), 'utf8')
      const title = /^# (.+)/m.exec(text)?.[1] ?? file
      server.registerResource(file, `boardwalk://guides/${file}`, { title, mimeType }, ({ href }) => ({
        contents: [{ uri: href, mimeType, text }],
      }))
    }
}
