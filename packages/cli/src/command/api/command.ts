import { Argument, type Command } from 'commander'
import { addBoardOptions, connectionHelp } from '../../connection.ts'
import type { Shell } from '../../shell.ts'
import type { ApiFlags } from './call.ts'

const examples = `Examples:
  boardwalk api GET /me
  boardwalk api GET /candidates --query changedSince=2026-03-01 | jq .total
  boardwalk api PUT /job/A-17 --data '{"job": {"minSalary": 9000}}'
  boardwalk api PUT /jobs --data @jobs.json --header 'if-match: *' --include
  boardwalk api GET /candidate/65f0c2/cv > cv.pdf
`

const after = `
Sends one request with your key, and prints the body of the answer as it came;
on a terminal, JSON is indented. The path is the one of the board's reference,
/api/docs, without /api. Nothing is sent again if it fails.
${connectionHelp}
Exit status: 0 the status of the answer is 2xx, 1 it is another one, 2 usage,
4 not authorised, 5 board not reached
`

const methods = ['GET', 'POST', 'PUT', 'DELETE']

/** Adds the command `boardwalk api`. */
export function addApi(program: Command, shell: Shell): void {
  const collect = (text: string, before: string[]) => [...before, text]
  const command = program
    .command('api')
    .description('send one request to the board’s API, and print the answer as it came')
    .addArgument(new Argument('<method>', 'method of the request').choices(methods))
    .argument('<path>', 'path below the address of the API, such as /jobs')
    .option('--data <json>', 'body of the request: JSON, or @ with a file, or - for standard input')
    .option('--query <name=value>', 'parameter of the address; may be given several times', collect, [])
    .option('--header <name:value>', 'header of the request; may be given several times', collect, [])
    .option('--include', 'print the status and the headers of the answer before its body')
  addBoardOptions(command)
    .addHelpText('before', examples)
    .addHelpText('after', after)
    .action((method: string, path: string, flags: ApiFlags) =>
      shell.run({ output: 'table' }, async (run) => (await import('./call.ts')).callApi(run, method, path, flags)),
    )
}
