import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach } from 'vitest'
import { runCommand } from './command.ts'
import { useCli } from './command-process.ts'

/** Gives each test of a file a company, and `boardwalk jobs sync` for it. */
export function useSync() {
  const server = useServer()
  const cli = useCli()
  let company: TestCompany
  beforeEach(async () => {
    company = await server.company()
  })
  const settings = () => environmentFor(server, company)
  const sync = (args: string[], input = '') => runCommand(['jobs', 'sync', ...args], { env: settings() }, input)

  return {
    cli,
    get company() {
      return company
    },
    settings,
    sync,
    /** Runs the command, and reads the JSON that it prints. */
    async syncJson(args: string[], input = '') {
      const { code, stdout, stderr } = await sync([...args, '-o', 'json'], input)
      return { code, stderr, ...JSON.parse(stdout) }
    },
    onBoard: (...rows: object[]) => company.call('PUT', '/jobs', { jobs: rows }),
    /** Reads the status of every job on the board, by its id. */
    async board(): Promise<Record<string, string>> {
      const { body } = await company.call('GET', '/jobs?pageSize=100')
      return Object.fromEntries(body.jobs.map(({ id, status }: { id: string; status: string }) => [id, status]))
    },
  }
}

export const ndjson = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
export const jobs = (...ids: string[]) => ids.map((id) => ({ id, title: `Poste ${id}` }))
export const ten = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
