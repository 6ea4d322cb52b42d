import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pythonWith } from '@boardwalk/local-mongo/python-environment'
import type { OwnBoard } from '../own-board.ts'
import type { Report } from '../report.ts'

const version = '4.32.5'
const wanted = { name: 'schemathesis', version, folder: `schemathesis-${version}`, minors: { min: 10, max: 14 } }

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const config = fileAt('../src/bad-input/schemathesis.toml')
const hooks = fileAt('../src/bad-input/schemathesis_hooks.py')
const document = fileAt('../../apps/api/openapi.json')

interface Options {
  examples: number
  minutes: number | undefined
  seed: string
}

/** The parts of schemathesis's report that are read here. */
interface RunReport {
  complete: boolean
  operations: { tested: number }
  test_cases: { generated: number; with_failures: number }
}

/** Runs schemathesis with all its checks against the server and its OpenAPI document. */
export async function schemathesis(board: OwnBoard, { examples, minutes, seed }: Options): Promise<Report> {
  const python = await pythonWith(wanted, { log: (line) => process.stderr.write(`${line}\n`) })
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-schemathesis-'))
  const reportFile = join(folder, 'report.json')
  const started = performance.now()
  try {
    const child = spawn(
      join(dirname(python), 'st'),
      [
        ...['--no-color', '--config-file', config, 'run', document],
        ...['--url', `${board.url}/api`, '--continue-on-failure', '--generation-database', 'none'],
        ...['--seed', seed, '--max-examples', String(examples), '--report-json-path', reportFile],
        ...(minutes === undefined ? [] : ['--max-time', String(Math.round(minutes * 60))]),
      ],
      {
        cwd: folder,
        env: { ...process.env, BOARDWALK_API_KEY: board.key, SCHEMATHESIS_HOOKS: hooks },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const [code] = await once(child, 'exit')
    const found: RunReport = JSON.parse(await readFile(reportFile, 'utf8'))
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
