import { mistakes } from '../mutation.ts'

const rest = 'apps/api/src/http/rest.test.ts'
const limit = 'apps/api/src/feature/limit/limit.test.ts'
const requestLog = 'apps/api/src/http/request-log.test.ts'
const rights = 'apps/api/src/feature/api-key/rights.test.ts'

export const transport = [
  mistakes('apps/api/src/feature/api-key/with-key.ts', limit, {
    'transport: the limit of a key counts its company. One sync holds up the company’s others.': [
      'countKeyRequest(() => actor.keyId,',
      'countKeyRequest(() => actor.companyId,',
    ],
    'transport: wrong keys are not counted. Keys may be guessed without end.': [
      "if (error instanceof AppError && error.code === 'api_key_invalid')",
      "if (error instanceof AppError && error.code === 'internal')",
    ],
  }),
  mistakes('apps/api/src/feature/api-key/with-key.ts', rights, {
    'transport: the scope is not asked for. A key that may only read writes.': ['    requireScope(actor, scope)\n', ''],
  }),
  mistakes('apps/api/src/feature/api-key/with-key.ts', 'apps/api/src/feature/activity/activity.test.ts', {
    'transport: a revoked key’s request is not in the record. A company does not see what still uses a key that it revoked.':
      [
        '    ctx.noteKey(key)\n    const actor = authenticate(ctx.deps, key, use)',
        '    const actor = authenticate(ctx.deps, key, use)\n    ctx.noteKey(key)',
      ],
  }),
  mistakes('apps/api/src/trpc/back-office.ts', 'apps/api/src/router/back-office.test.ts', {
    'back office: another site changes things. Another site acts as the administrator.': [
      "if (type === 'mutation' && !ctx.isSameOrigin) throw new AppError('origin_refused')",
      '',
    ],
  }),
  mistakes('apps/api/src/http/rest.ts', rest, {
    'rest: 405 without HEAD. A monitor is told that HEAD is not there.': [
      "method === 'GET' ? ['GET', 'HEAD'] : [method]",
      '[method]',
    ],
  }),
  mistakes('apps/api/src/http/rest.ts', 'apps/api/src/http/unknown-names.test.ts', {
    'rest: unknown parameters are passed over. A misspelt filter returns everything.': [
      'const issues = findUnknownNames(sent.keys(), known)',
      'const issues = findUnknownNames([], known)',
    ],
    'rest: unknown members are passed over. A misspelt "dryRun" writes.': [
      'const issues = findUnknownNames(Object.keys(body), known)',
      'const issues = findUnknownNames([], known)',
    ],
  }),
  mistakes('apps/api/src/http/json-body.ts', 'apps/api/src/http/json-body.test.ts', {
    'body: a quote in a text ends the text. A sync of jobs whose HTML has quotes is refused.': [
      'at += byte === BACKSLASH ? 1 : 0',
      'continue',
    ],
  }),
  mistakes('apps/api/src/http/unknown-names.ts', 'apps/api/src/http/unknown-names.test.ts', {
    'names: ours are as lenient as those of the specification. A filter that does not exist returns everything.': [
      'if (meant === undefined && !isStrict) continue',
      'if (meant === undefined) continue',
    ],
  }),
  mistakes('packages/schema/src/job-field.ts', 'apps/api/src/http/unknown-names.test.ts', {
    'warnings: of a field that is removed. Who clears a misspelt field is told to clear another.': [
      'value === null ? undefined : findMeantField(name)',
      'findMeantField(name)',
    ],
  }),
  mistakes('apps/api/src/feature/api-key/with-key.ts', 'apps/api/src/feature/company/caller.test.ts', {
    'key: its end is not told. The ATS stops working without a warning.': [
      'if (key.revokesAt !== null)',
      'if (key.revokedAt !== null)',
    ],
  }),
  mistakes('apps/api/src/http/rest.ts', requestLog, {
    'rest: a failure of ours is not logged. Nobody can find out why calls fail.': [
      "deps.log.error({ err: error.cause, code: error.code, requestId, operation }, 'request failed')",
      '{}',
    ],
  }),
  mistakes('apps/api/src/http/express-error.ts', requestLog, {
    'pages: a failure of ours is not logged. Nobody can find out why pages fail.': [
      "log.error({ err: error.cause, code: error.code, requestId }, 'request failed')",
      '{}',
    ],
  }),
  mistakes('apps/api/src/http/request-log.ts', 'apps/api/src/http/metrics.test.ts', {
    'metrics: milliseconds for seconds. Every alarm for slow answers goes off.': ['elapsedMs / 1000', 'elapsedMs'],
  }),
  mistakes('apps/api/src/http/admission.ts', 'apps/api/src/http/admission.test.ts', {
    'admission: an answer that nobody reads is work. Two slow readers keep everybody out.': [
      'res.writableEnded || (res.headersSent && !req.complete)',
      'res.headersSent && !req.complete',
    ],
  }),
].flat()
