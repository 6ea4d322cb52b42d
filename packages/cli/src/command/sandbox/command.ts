import { type Command, InvalidArgumentError } from 'commander'
import { UsageFailure } from '../../failure.ts'
import type { Shell } from '../../shell.ts'
import type { Ports } from './serve.ts'

const examples = `Examples:
  boardwalk sandbox
  boardwalk sandbox --port 0 --control-port 0
  curl http://127.0.0.1:4011/apply -H 'content-type: application/json' \\
    -d '{"job": "A-1", "firstName": "Salma"}'
`

const after = `
The sandbox is a Boardwalk in memory, for the tests of a program in any
language. It prints the address of the API, a key, and the address of the
control port, then on standard error three calls to try, and serves until
Ctrl-C. Nothing is kept.

The control port does what people do on a board, such as apply, set a status or
erase, and makes requests fail: POST /apply, /failNext and others with a JSON
object. Its openapi.json describes them, and its page has a form for each. It
asks for no key, so let only your tests reach it. It answers to an IP address,
localhost and the name of --host, not to other names and no other site's page.

Port 0 chooses a free port.

Exit status: 0 ended by Ctrl-C, 1 a port cannot be used, 2 usage
`

/** Adds the command `boardwalk sandbox`. */
export function addSandbox(program: Command, shell: Shell): void {
  program
    .command('sandbox')
    .description('serve a board in memory, for the tests of a program in any language')
    .option('--port <port>', 'port of the API', parsePort, 4010)
    .option('--control-port <port>', 'port of the control API and its page', parsePort, 4011)
    .option('--host <host>', 'address of this machine to listen at', '127.0.0.1')
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((ports: Ports) =>
      shell.run({ output: 'table' }, async (run) => {
        if (ports.port === ports.controlPort && ports.port !== 0)
          throw new UsageFailure('Give --port and --control-port two different ports')
        return (await import('./serve.ts')).serve(run, ports)
      }),
    )
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a port from 0 to 65535.')
}
