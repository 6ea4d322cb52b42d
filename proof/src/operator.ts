import { runOperatorCommand } from '@boardwalk/test-server/server-process'

/** Runs an operator's command on one database, and answers the object that it prints. */
export type Operator = <Result>(...command: string[]) => Promise<Result>

/** The settings name the database. */
export const createOperator =
  (settings: Record<string, string>): Operator =>
  (...command) =>
    runOperatorCommand(settings, ...command)

/** Creates a company with a key of both scopes. */
export async function createCompany(operator: Operator, name: string, slug: string) {
  const { id } = await operator<{ id: string }>('company', 'create', '--name', name, '--slug', slug)
  const { key } = await operator<{ key: string }>('key', 'create', '--company', slug, '--name', 'proof')
  return { id, slug, key }
}

/** Creates a published job of a company without an external id, and answers its id and the path of its page. */
export async function createJob(operator: Operator, slug: string): Promise<{ jobId: number; path: string }> {
  const { jobId, jobUrl } = await operator<{ jobId: number; jobUrl: string }>(
    'job',
    'create',
    '--company',
    slug,
    '--title',
    'Comptable',
  )
  return { jobId, path: new URL(jobUrl, 'http://board.example').pathname }
}
