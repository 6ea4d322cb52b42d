import type { MutationGroup } from '../mutation.ts'

const rest = 'apps/api/src/http/rest.test.ts'
const limit = 'apps/api/src/feature/limit/limit.test.ts'
const rights = 'apps/api/src/feature/api-key/rights.test.ts'

export const transport: readonly MutationGroup[] = [
  {
    file: 'apps/api/src/trpc/init.ts',
    tests: [limit],
    mutations: [
      {
        name: 'transport: the limit of a key counts its company',
        find: 'countOfKey(() => actor.keyId,',
        replace: 'countOfKey(() => actor.companyId,',
        why: 'One sync holds up the company’s others.',
      },
      {
        name: 'transport: wrong keys are not counted',
        find: "if (error instanceof AppError && error.code === 'api_key_invalid')",
        replace: "if (error instanceof AppError && error.code === 'internal')",
        why: 'Keys may be guessed without end.',
      },
      {
        name: 'transport: the scope is not asked for',
        tests: [rights],
        find: '    requireScope(actor, scope)\n',
        replace: '',
        why: 'A key that may only read writes.',
      },
      {
        name: 'transport: a revoked key’s request is not in the record',
        tests: ['apps/api/src/feature/activity/activity.test.ts'],
        find: '    ctx.noteKey(key)\n    return authenticate(ctx.deps, key, use)',
        replace: '    const actor = authenticate(ctx.deps, key, use)\n    ctx.noteKey(key)\n    return actor',
        why: 'A company does not see what still uses a key that it revoked.',
      },
    ],
  },
  {
    file: 'apps/api/src/trpc/back-office.ts',
    tests: ['apps/api/src/router/back-office.test.ts'],
    mutations: [
      {
        name: 'back office: another site changes things',
        find: "if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')",
        replace: '',
        why: 'Another site acts as the administrator.',
      },
    ],
  },
  {
    file: 'apps/api/src/http/rest.ts',
    tests: [rest],
    mutations: [
      {
        name: 'rest: 405 without HEAD',
        find: "method === 'GET' ? ['GET', 'HEAD'] : [method]",
        replace: '[method]',
        why: 'A monitor is told that HEAD is not there.',
      },
      {
        name: 'rest: the body stands in for the path',
        tests: [rest, 'apps/api/src/feature/job/update.test.ts'],
        find: `      ...(hasBody(route) ? await readJsonBody(req) : readQuery(route, query)),
      // The path comes last, so neither the body nor the query can replace one of its parameters.
      ...readParameters(route, parts),`,
        replace: `      ...readParameters(route, parts),
      ...(hasBody(route) ? await readJsonBody(req) : readQuery(route, query)),`,
        why: 'A body changes another job than the address names.',
      },
    ],
  },
]
