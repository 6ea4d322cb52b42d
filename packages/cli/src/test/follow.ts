import { readFile } from 'node:fs/promises'
import { apply } from '@boardwalk/api/test/form'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach } from 'vitest'
import { useCli } from './command-process.ts'

/** Gives each test of a file a company with one job, and a state for `boardwalk candidates follow` to keep. */
export function useFollow() {
  const server = useServer()
  const cli = useCli()
  let company: TestCompany
  let jobUrl: string
  let state: string

  beforeEach(async (context) => {
    company = await server.company()
    jobUrl = (await company.call('PUT', '/job/A%2F1', { job: { title: 'Comptable' } })).body.jobUrl
    state = `${context.task.id}.json`
  })

  const settings = () => environmentFor(server, company)
  const args = (...more: string[]) => ['candidates', 'follow', '--state', state, '--interval', '1', ...more]

  return {
    server,
    cli,
    get company() {
      return company
    },
    /** Name of the state's file, which no other test has. */
    get state() {
      return state
    },
    settings,
    args,
    /** Runs the command to its end. */
    follow: (...more: string[]) => cli.run(args(...more), settings()),
    startFollow: (...more: string[]) => cli.start(args(...more), settings()),
    /** Lets people of these first names apply one after the other, and answers the ids of their applications. */
    async applyAs(...names: string[]): Promise<string[]> {
      const ids = []
      for (const firstName of names) ids.push((await apply(jobUrl, { firstName })).body.id)
      return ids
    },
    /** Reads from the state's file how far the command has come. */
    readCursor: async (): Promise<string | null> => JSON.parse(await readFile(cli.path(state), 'utf8')).cursor,
  }
}

/** The ids of the candidates in NDJSON, but for a last line that is cut off. */
export const idsIn = (output: string): string[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id)
