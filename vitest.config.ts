import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The sources of the other packages, not what was built of them last.
const fromSource = { resolve: { conditions: ['@boardwalk/source'] } }

/** The longest files, the longest first. They begin first, so that none of them runs alone at the end. */
const longest = [
  'apps/api/src/feature/application/mailbox-model.test.ts',
  'apps/web/src/test/accessibility.test.ts',
  'apps/api/src/test/promise-failover-back-office.test.ts',
  'apps/web/src/test/hostile.test.ts',
  'tools/local-mongo/src/local-mongo.test.ts',
  'apps/api/src/admin/admin.test.ts',
  'examples/src/follow.test.ts',
  'examples/src/integration.test.ts',
  'apps/api/src/known-servers.test.ts',
  'apps/api/src/feature/company/removal.test.ts',
  'apps/api/src/site/hostile.test.ts',
  'docs/guides/guides.test.ts',
  'apps/api/src/feature/session/sign-in-limit.test.ts',
  'apps/api/src/router/back-office.test.ts',
  'apps/web/src/part/rows.test.ts',
  'apps/api/src/http/docs.test.ts',
  'apps/web/src/job/jobs.test.ts',
  'apps/api/src/site/browser.test.ts',
  'apps/web/src/account/account.test.ts',
  'apps/api/src/test/promise-failover-api.test.ts',
  'apps/api/src/start.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  ssr: fromSource,
  // Where vitest runs the global set-up.
  environments: { __vitest__: fromSource },
  test: {
    include: [
      '{packages,apps,tools}/*/src/**/*.test.{ts,tsx}',
      '{proof,bench,examples}/src/**/*.test.ts',
      '{deploy,docs,.github}/**/*.test.ts',
    ],
    globalSetup: ['tools/test-server/src/vitest/open-database.ts', 'tools/test-server/src/vitest/build-programs.ts'],
    // A worker loads each module once for all its files. Each file has a server and a database of its own. A module that
    // tests share must not register a hook when it is imported: only the first file would have the hook.
    isolate: false,
    // A test that hangs ends here. No test has a shorter limit, because a busy machine would break it.
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
    // On a busy machine a test may wait long. If what it waits for never comes, this limit keeps it from using up the whole run.
    expect: { poll: { timeout: 5 * 60_000 } },
    // Two more than the cores: a test file spends half of its time waiting for a page or a process. The local database
    // needs a fifth of all CPU time, on one core, so more than six cores would wait for it.
    maxWorkers: Math.min(availableParallelism(), 6) + 2,
    // Room for objects that live shortly: a worker needs some 5 % less CPU time, because it collects garbage less often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
  },
})
