import { operationList } from '@boardwalk/schema/operations'

const TABLE = /(?<=<!-- operations: npm run codegen -->\n).*(?=\n<!-- end of operations -->)/s

const head = ['| Request | What it does | Scope of the key |', '| --- | --- | --- |']

/** Replaces the table of the operations in the README with the current one. */
export function updateReadme(readme: string): string {
  const rows = operationList.map(
    ({ method, path, summary, scope }) => `| \`${method} ${path}\` | ${summary} | \`${scope}\` |`,
  )
  return readme.replace(TABLE, ['', ...head, ...rows, ''].join('\n'))
}
