import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pythonWith } from '@boardwalk/local-mongo/python-environment'
import { type OwnBoard, withOwnBoard } from './own-board.ts'
import { conclude, type Report } from './report.ts'

/* npm run proof:schemathesis [-- --minutes 60]: no 5xx, and no answer that is not in apps/api/openapi.json. */

const { values } = parseArgs({
  options: {
    /** The time for which it makes new cases. */
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const version = '4.32.5'
/** The cases of each operation, if no time is given. */
const EXAMPLES = '15'
const wanted = { name: 'schemathesis', version, folder: `schemathesis-${version}`, minors: { min: 10, max: 14 } }

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const config = fileAt('../src/schemathesis/schemathesis.toml')
const hooks = fileAt('../src/schemathesis/hooks.py')
const document = fileAt('../../apps/api/openapi.json')

/** Runs schemathesis with all its checks against the server and its OpenAPI document. */
async function schemathesis(board: OwnBoard): Promise<Report> {
  const { minutes, seed } = values
  const python = await pythonWith(wanted, { log: (line) => process.stderr.write(`${line}\n`) })
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-schemathesis-'))
  const reportFile = join(folder, 'report.json')
  const started = performance.now()
  try {
    const child = spawn(
      join(dirname(python), 'st'),
      [
        '--no-color',
        '--config-file',
        config,
        'run',
        document,
        '--url',
        `${board.url}/api`,
        '--continue-on-failure',
        '--generation-database',
        'none',
        '--seed',
        seed,
        '--max-examples',
        EXAMPLES,
        '--report-json-path',
        reportFile,
        ...(minutes === undefined ? [] : ['--max-time', String(Math.round(Number(minutes) * 60))]),
      ],
      {
        cwd: folder,
        env: { ...process.env, BOARDWALK_API_KEY: board.key, SCHEMATHESIS_HOOKS: hooks },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const [code] = await once(child, 'exit')
    const found = JSON.parse(await readFile(reportFile, 'utf8'))
    return {
      figures: {
        schemathesis: version,
        seed,
        operations: found.operations.tested,
        cases: found.test_cases.generated,
        'cases with failures': found.test_cases.with_failures,
        seconds: ((performance.now() - started) / 1000).toFixed(0),
      },
      problems: code === 0 && found.complete ? [] : [`schemathesis ended with ${code}; see above`],
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

conclude(await withOwnBoard(schemathesis))
