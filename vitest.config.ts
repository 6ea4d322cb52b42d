import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BegunTests } from './tools/test-server/src/vitest/begun-tests.ts'
import { proofs } from './tools/test-server/src/vitest/proofs.ts'

// The sources of the other packages, not what was built of them last.
const fromSource = { resolve: { conditions: ['@boardwalk/source'] } }
const slowness = measureSlowness()

/** Measures how slow this machine is now: 1 on a quiet one, and up to 5 on a busy one. All limits of the tests are in proportion. */
function measureSlowness(): number {
  const startedMs = performance.now()
  const block = Buffer.alloc(1024 * 1024)
  for (let round = 0; round < 512; round++) createHash('sha256').update(block).digest()
  // A small virtual CPU with nothing else to do needs 400 ms.
  return Math.min(5, Math.max(1, (performance.now() - startedMs) / 400))
}

/** Limits on a quiet machine. A test that hangs is red then, with its name. */
interface Limits {
  /** How long a test waits for one thing. What takes longer than that never comes. */
  waitSeconds: number
  testSeconds: number
  fileSeconds: number
}

/** The longest files, the longest first. They begin first, so that none of them runs alone at the end. */
const longest = ['packages/core/src/intake/mailbox-model.promise.test.ts', 'apps/web/src/test/journey.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const everyTest = '{packages,apps,tools,docs,deploy,examples,proof,bench,contract,.github}/**/*.test.{ts,tsx}'
const promises = '{packages,apps}/**/*.promise.test.{ts,tsx}'
const pages = '{packages,apps}/**/*.browser.test.{ts,tsx}'
/** Tests of programs that a reader copies, and of the tools that start programs. */
const programs = [
  'examples/src/**/*.test.ts',
  'tools/*/src/**/*.test.ts',
  'docs/guides/*.test.ts',
  'packages/certify/src/fixture/*.test.ts',
]

const begunTests = new BegunTests()
/** Adds the reporter to those of the command line, which replace the reporters of a configuration. */
const reportBegunTests: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'report-begun-tests',
  configureVitest({ vitest: { config } }) {
    if (!config.reporters.includes(begunTests)) config.reporters.push(begunTests)
  },
}

/** The limits of the fast tests. */
const fast: Limits = { waitSeconds: 30, testSeconds: 60, fileSeconds: 100 }

export function project(
  name: string,
  include: string[],
  exclude: string[] = [],
  { waitSeconds, testSeconds, fileSeconds }: Limits = fast,
): TestProjectInlineConfiguration {
  const waitMsMax = waitSeconds * 1000 * slowness
  return {
    ssr: fromSource,
    plugins: [reportBegunTests],
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      isolate: false,
      tags: proofs.map((name) => ({ name })),
      testTimeout: testSeconds * 1e3 * slowness,
      hookTimeout: testSeconds * 1e3 * slowness,
      expect: { poll: { timeout: waitMsMax } },
      execArgv: ['--max-semi-space-size=64'],
      provide: {
        waitMsMax,
        fileMsMax: Math.ceil(fileSeconds * slowness) * 1e3,
      },
    },
  }
}

export default defineConfig({
  // Where vitest runs the global set-up.
  environments: { __vitest__: fromSource },
  ssr: fromSource,
  test: {
    // A file's name says in which run it is. CONTRIBUTING.md explains the three.
    projects: [
      project('fast', [everyTest], [promises, pages, ...programs]),
      project('promises', [promises], [], { waitSeconds: 60, testSeconds: 600, fileSeconds: 900 }),
      project('browser', [pages, ...programs], [], { waitSeconds: 60, testSeconds: 600, fileSeconds: 900 }),
    ],
    globalSetup: ['tools/test-server/src/vitest/setup.ts'],
    // Two more than the cores: a test file spends half of its time waiting for a page or a process. The local database
    // needs a fifth of all CPU time, on one core, so more than six cores would wait for it.
    maxWorkers: Math.min(availableParallelism(), 6) + 2,
    sequence: { sequencer: LongestFirst },
  },
})
