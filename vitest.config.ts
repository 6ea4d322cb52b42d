import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The sources of the other packages, not what was built of them last.
const fromSource = { resolve: { conditions: ['@boardwalk/source'] } }
const waitMsMax = measureWaitLimit()

/**
 * Measures how slow this machine is now, and returns how long a test may wait for one thing, in milliseconds: a minute on a
 * quiet machine, proportionally longer on a busy one. What takes longer than that never comes.
 */
function measureWaitLimit(): number {
  const startedMs = performance.now()
  const block = Buffer.alloc(1024 * 1024)
  for (let round = 0; round < 512; round++) createHash('sha256').update(block).digest()
  // A small virtual CPU with nothing else to do needs 400 ms.
  return Math.ceil(60_000 * Math.max(1, (performance.now() - startedMs) / 400))
}

/** The longest files, the longest first. They begin first, so that none of them runs alone at the end. */
const longest = ['apps/api/src/feature/application/mailbox-model.promise.test.ts', 'apps/web/src/test/journey.test.ts']

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
  ...['examples/src/**/*.test.ts', 'tools/*/src/**/*.test.ts', 'docs/guides/*.test.ts'],
  'packages/cli/src/command/certify/fixture/*.test.ts',
]

export function project(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  return {
    ...{ ssr: fromSource },
    test: {
      ...{ name, include, exclude: ['**/node_modules/**', '**/dist/**', ...exclude] },
      // A worker loads each module once for all its files. Each file has a server and a database of its own. A module that
      // tests share must not register a hook when it is imported: only the first file would have the hook.
      isolate: false,
      // A test that hangs ends here. No test has a shorter limit, because a busy machine would break it.
      testTimeout: 20 * waitMsMax,
      hookTimeout: 20 * waitMsMax,
      expect: { poll: { timeout: waitMsMax } },
      // Room for objects that live shortly: a worker needs some 5 % less CPU time, because it collects garbage less often.
      execArgv: ['--max-semi-space-size=64'],
      provide: { waitMsMax },
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
      project('promises', [promises]),
      project('browser', [pages, ...programs]),
    ],
    globalSetup: ['tools/test-server/src/vitest/setup.ts'],
    // Two more than the cores: a test file spends half of its time waiting for a page or a process. The local database
    // needs a fifth of all CPU time, on one core, so more than six cores would wait for it.
    maxWorkers: Math.min(availableParallelism(), 6) + 2,
    sequence: { sequencer: LongestFirst },
  },
})
