import { createSandbox, type Sandbox } from '@boardwalk/sandbox'
import { createControl } from '@boardwalk/sandbox/control'
import { findDocument } from '../../documents.ts'
import { type ExitCode, exitCode, Failure } from '../../failure.ts'
import type { Run } from '../../shell.ts'

/** The flags of `boardwalk sandbox`. */
export interface Ports {
  port: number
  controlPort: number
  host: string
}

/** Serves a board in memory and its control port until Ctrl-C. */
export async function serve({ world, output }: Run, { port, controlPort, host }: Ports): Promise<ExitCode> {
  const sandbox = createSandbox()
  const control = createControl(sandbox)
  let unlisten = () => {}
  const interrupted = new Promise<void>((resolve) => {
    unlisten = world.onInterrupt(resolve)
  })
  try {
    await listen('--port', port, host, () => sandbox.listen(port, host))
    const page = await listen('--control-port', controlPort, host, () => control.listen(controlPort, host))
    await output.result(`url      ${sandbox.url}\nkey      ${sandbox.apiKey}\ncontrol  ${page}`)
    output.say('')
    output.say(formatFirstCalls(sandbox, page))
    await interrupted
  } finally {
    unlisten()
    await Promise.all([sandbox.close(), control.close()])
  }
  return exitCode.done
}

/** Formats what a reader does next: three commands for another terminal, within 80 columns. */
const formatFirstCalls = ({ url, apiKey }: Sandbox, control: string) => `\
Try it in another terminal: create a job, apply to it as a person does, and see
who applied.

curl ${url}/job \\
  -H 'x-api-key: ${apiKey}' \\
  -H 'content-type: application/json' \\
  -d '{"job": {"id": "A-1", "title": "Comptable"}}'

curl ${control}/apply \\
  -H 'content-type: application/json' \\
  -d '{"job": "A-1", "firstName": "Salma"}'

curl ${url}/candidates \\
  -H 'x-api-key: ${apiKey}'

Then give your program the url and the key. In JavaScript, the client is
@boardwalk/sdk; for any language, begin with
${findDocument('docs/guides/first-integration.md')}
The control page has a form for all that people do, and for failures:
${control}
Press Ctrl-C to end. Nothing is kept.`

/** Starts a server, or throws a Failure that says why it cannot listen. */
async function listen<Address>(
  flag: string,
  port: number,
  host: string,
  start: () => Promise<Address>,
): Promise<Address> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    const { code } = error
    if (code === 'EADDRINUSE')
      throw new Failure(
        `Another program uses port ${port} of ${host}: choose another one with ${flag}, or 0 for a free one`,
      )
    if (code === 'EACCES') throw new Failure(`This user may not use port ${port}: choose one from 1024 with ${flag}`)
    throw new Failure(`This machine cannot listen at ${host} (${code}): give --host one of its own addresses`)
  }
}
