/* The arrows of the house: who may import whom. A broken one says what to do instead; ARCHITECTURE.md draws them. */

const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed },
})

const tests = '(\\.test\\.tsx?$|^(packages/cli|apps/web)/src/test/)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one thing, or share a third: move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only(
      'schema-knows-zod-only',
      'packages/schema is the words of the product and is published on its own: put what needs more into the package that needs it.',
      '^packages/schema/src',
      ['^packages/schema/src', 'node_modules/(zod|fastest-levenshtein)/'],
    ),
    {
      name: 'sdk-and-cli-know-no-server',
      comment:
        'The SDK knows apps/api/openapi.json through its generated types and nothing else of the workspace; the CLI knows the SDK and the schema.',
      severity: 'error',
      from: { path: '^packages/(sdk|cli)/src', pathNot: tests },
      to: { path: '^(apps|tools)/' },
    },
    {
      name: 'nobody-imports-the-api',
      comment:
        'The API is reached over HTTP. What another package needs of it belongs into packages/schema; only the back office knows the type of its router, through apps/web/src/trpc.ts.',
      severity: 'error',
      from: { pathNot: ['^apps/api/', '^apps/web/src/trpc\\.ts$', tests] },
      to: { path: '^apps/api/' },
    },
    {
      name: 'tests-know-the-harness-only',
      comment:
        'A test outside apps/api reaches the server over HTTP, or through the harness in apps/api/src/test: add to the harness what it lacks.',
      severity: 'error',
      from: { path: tests, pathNot: '^apps/api/' },
      to: { path: '^apps/api/', pathNot: '^apps/api/src/test/' },
    },
    {
      name: 'proof-breaks-what-was-built',
      comment:
        'What proof/ tries is what users run: the built programs, over HTTP and in the database. It imports none of it: knowing the code, it would believe what it says.',
      severity: 'error',
      from: { path: '^proof/' },
      to: { path: '^(apps|packages)/' },
    },
    {
      name: 'services-know-no-transport',
      comment:
        'A rule lives in a service as a plain function of (deps, actor, input): put what concerns HTTP or tRPC into routes.ts or src/http (docs/adr/0001-rest-transport.md).',
      severity: 'error',
      from: { path: '^apps/api/src/feature/.*(service|content|mailbox\\.ts)', pathNot: '\\.test\\.ts$' },
      to: { path: ['^apps/api/src/(http|trpc|site|router)/', 'node_modules/(express|@trpc|mongoose|mongodb|multer)/'] },
    },
    {
      name: 'only-stores-know-mongoose',
      comment: 'A query lives in its feature’s store.ts, with the index that serves it.',
      severity: 'error',
      from: {
        path: '^apps/api/src',
        pathNot: ['store(\\.ts$|/)', '^apps/api/src/db/', '^apps/api/src/test/', '\\.test\\.ts$'],
      },
      to: { path: 'node_modules/(mongoose|mongodb)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-call-services',
      comment:
        'A route reads as a table of contents: method, path, input, one call of a service. It does not reach past it to a store.',
      severity: 'error',
      from: { path: '^apps/api/src/(feature/.*/(back-office-)?routes\\.ts|site/|http/)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/api/src/feature/.*store(\\.ts$|/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-feature-calls-services-of-others',
      comment: 'A feature may call another’s service, never its store: ask for a function there.',
      severity: 'error',
      from: { path: '^apps/api/src/feature/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/api/src/feature/[^/]+/.*store(\\.ts$|/)',
        pathNot: '^apps/api/src/feature/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tests-stay-out-of-the-product',
      comment: 'What the product needs is no test code: move it out of src/test.',
      severity: 'error',
      from: { path: '^apps/api/src', pathNot: ['^apps/api/src/test/', '\\.test\\.tsx?$'] },
      to: { path: ['^apps/api/src/test/', '\\.test\\.tsx?$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@boardwalk/source', 'import', 'node', 'default'],
    },
  },
}
