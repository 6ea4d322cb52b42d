import { mistakes } from '../mutation.ts'

const removal = 'apps/api/src/feature/company/removal.test.ts'

export const removals = [
  mistakes('apps/api/src/feature/company/removal.ts', removal, {
    'company: its keys outlive it. A program goes on reading what is being deleted.': [
      '  await revokeAllKeys(deps, companyId)\n',
      '',
    ],
    'company: removed before other processes have forgotten it. A visitor still sees its page.': [
      `  await deps.companies.beginRemoval(companyId, at)
  // Until then other processes showed its pages and accepted applications.
  await waitUntilForgotten()
`,
      '',
    ],
  }),
  mistakes('apps/api/src/feature/company/data-store.ts', removal, {
    'company: CVs outlive it. The files of applicants stay in the database, and nobody finds them again.': [
      'for (const child of children) await collectionOf(child.name).deleteMany(matchOwners(child, ids))',
      '',
    ],
    'company: a few rows of each collection. Most of a large company stays.': ['removed += await', 'await'],
  }),
  mistakes('apps/api/src/feature/company/store.ts', removal, {
    'company: hidden and still found by its slug. Its pages are shown while they are being deleted.': [
      'companies.findOne({ slug, ...isThere })',
      'companies.findOne({ slug })',
    ],
  }),
  mistakes('apps/api/src/feature/cv/store.ts', removal, {
    'company: half a CV outlives it. What a broken upload left is not found.': [
      "      { collection: 'cvUploads', idIn: 'files_id', toId: (id) => new ObjectId(String(id)) },\n",
      '',
    ],
  }),
  mistakes('apps/api/src/feature/application/store.ts', removal, {
    'company: a collection that is nobody’s. Its rows outlive their company.': [
      "'applications', { companyIn: 'companyId' }",
      "'applications', { noCompany: '' }",
    ],
  }),
  mistakes('apps/api/src/admin/confirm.ts', 'apps/api/src/admin/confirm.test.ts', {
    'company: removed by a pipe that says yes. A script removes a company by mistake.': [
      'input.isTTY !== true',
      'false',
    ],
    'company: removed whatever was typed. A person who types another word loses everything.': [
      ') === word) return',
      ') !== undefined) return',
    ],
  }),
].flat()
