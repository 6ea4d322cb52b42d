/* Who may import whom. A broken rule says what to do instead; ARCHITECTURE.md explains the rules. */

const TEST = '\\.(test|suite)\\.tsx?$'
const STORE = '^(packages/core/src|apps/api/src/(feature|part))/[^/]+/([^/]*store\\.ts$|store/)'
const CORE = '^packages/core/src/'
const SCHEMA = '^(packages/core/src|apps/api/src/(feature|part))/[^/]+/schema\\.ts$'

/** The folders of the core and of the server in their order: each imports only from those before it. */
const orderedFolders = {
  'packages/core/src': [
    'process',
    'db',
    'activity',
    'journal',
    'key',
    'trpc',
    'company',
    'text',
    'job',
    'catalogue',
    'cv',
    'intake',
    'retention',
    'http',
    'router',
    'memory',
  ],
  'apps/api/src': [
    'process',
    'feature/picture',
    'feature/mail',
    'feature/user',
    'feature/activity',
    'feature/desk',
    'http',
    'site',
    'router',
    'openapi',
    'admin',
    'part',
  ],
}
const toPatterns = (root, folders) => folders.map((folder) => `^${root}/${folder}/`)

const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
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
      ['^packages/schema/src', 'node_modules/(zod|fastest-levenshtein|entities|i18n-iso-countries)/'],
    ),
    {
      name: 'sdk-certify-and-cli-know-no-server',
      comment:
        'The SDK knows apps/api/openapi.json through its generated types and nothing else of the workspace. Certify knows the SDK, the schema and the sandbox, and the CLI knows these and certify.',
      severity: 'error',
      from: { path: '^packages/(sdk|certify|cli)/src', pathNot: tests },
      to: { path: '^(apps|tools)/' },
    },
    {
      name: 'no-package-imports-the-cli',
      comment:
        'The CLI is the last: it starts what the other packages do. Hand over as an argument what one of them needs of it, such as its version.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^packages/cli/' },
    },
    {
      name: 'nobody-imports-the-api',
      comment:
        'The API is reached over HTTP. What another package needs of it belongs into packages/schema; only the back office knows the type of its router, through apps/web/src/trpc.ts.',
      severity: 'error',
      from: { pathNot: ['^apps/api/', '^apps/web/src/trpc\\.ts$', tests, '^packages/sandbox/src/api-document\\.ts$'] },
      to: { path: '^apps/api/' },
    },
    {
      name: 'the-core-knows-no-board',
      comment:
        'The core knows packages/schema only. What else there is hears of it as a listener (packages/core/src/listener.ts).',
      severity: 'error',
      from: { path: CORE, pathNot: TEST },
      to: { path: '^(apps|tools|packages)/', pathNot: ['^packages/(core|schema)/'] },
    },
    {
      name: 'the-sandbox-is-the-core-over-memory',
      comment:
        'packages/sandbox bundles packages/core/src/memory. Give that board what the sandbox lacks (docs/adr/0009-sandbox.md).',
      severity: 'error',
      from: { path: '^packages/sandbox/src/', pathNot: tests },
      to: {
        path: '^(apps|tools|packages/core)/',
        pathNot: ['^packages/core/src/memory/', '^apps/api/openapi\\.json$'],
      },
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
        'What proof/ tries is what users run: the built programs, over HTTP and in the database. It imports none of it: knowing the code, it would believe what it says. proof/src/flaky uses the SDK by its name, as users do, and proof/src/clients.ts the sandbox, which plays a newer board.',
      severity: 'error',
      from: { path: '^proof/', pathNot: '^proof/src/(flaky/|clients\\.ts$)' },
      to: { path: '^(apps|packages)/' },
    },
    {
      name: 'proof-of-clients-uses-the-sdk-alone',
      comment: 'proof/src/flaky tries the SDK as users have it: by the names that its package exports.',
      severity: 'error',
      from: { path: '^proof/src/flaky/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/sdk/(src/(index|file-state)\\.ts$|dist/)' },
    },
    {
      name: 'the-contract-knows-no-board',
      comment:
        'contract/ checks any board over HTTP. It needs Node alone, so that its checks say what the specification says, and not what our code does.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TEST },
      to: { pathNot: '^contract/src/', dependencyTypesNot: ['core'] },
    },
    ...Object.entries(orderedFolders).flatMap(([root, folders]) => [
      ...folders.slice(0, -1).map((folder, index) => ({
        name: `${folder.replace('/', '-')}-imports-no-later-folder`,
        comment: `The folders of ${root} have one order (\`orderedFolders\` in .dependency-cruiser.cjs). Each imports only from those before it, so no two import each other. Move what both need into the earlier one, or let deps.ts or app.ts hand it over as an argument.`,
        severity: 'error',
        from: { path: `^${root}/${folder}/`, pathNot: TEST },
        to: { path: toPatterns(root, folders.slice(index + 1)) },
      })),
      {
        name: 'a-new-folder-has-its-place',
        comment:
          'This folder has no place in the order: put it into `orderedFolders` of .dependency-cruiser.cjs, after every folder that it imports from and before every folder that imports from it.',
        severity: 'error',
        from: {
          path: `^${root}/[^/]+/`,
          pathNot: [...toPatterns(root, folders), `^${root}/test/`, TEST],
        },
        to: {},
      },
    ]),
    {
      name: 'only-the-list-knows-a-part',
      comment:
        'A part is named in apps/api/src/parts.ts and nowhere else, so that a board without it works: offer in part.ts what the part needs, such as a slot or a listener.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^apps/api/src/(part/|parts\\.ts$|test/)', TEST] },
      to: { path: '^apps/api/src/part/' },
    },
    {
      name: 'a-part-knows-no-other',
      comment: 'Each part can be left out, so none needs another. What two need belongs into feature/ or site/.',
      severity: 'error',
      from: { path: '^apps/api/src/part/([^/]+)/', pathNot: TEST },
      to: { path: '^apps/api/src/part/', pathNot: '^apps/api/src/part/$1/' },
    },
    {
      name: 'features-know-no-transport',
      comment:
        'A rule is a plain function of (deps, actor, input): what concerns HTTP belongs into router, http or site. A route of the integration API gets its `Route` from trpc/context.ts (docs/adr/0001-rest-transport.md).',
      severity: 'error',
      from: {
        path: [
          '^apps/api/src/feature/',
          `${CORE}(activity|journal|key|company|text|cv|intake|retention|job|catalogue)/`,
        ],
        pathNot: [STORE, '/schema\\.ts$', TEST],
      },
      to: {
        path: ['^(apps/api|packages/core)/src/(http|site|router)/', 'node_modules/(express|@trpc|mongodb|multer)/'],
      },
    },
    {
      name: 'only-stores-know-the-driver',
      comment:
        'A query lives in a store of its feature, and the index that serves it in the feature’s `schema.ts` (docs/adr/0008-the-driver.md).',
      severity: 'error',
      from: {
        path: '^(apps/api|packages/core)/src',
        pathNot: ['store(\\.ts$|/)', '/schema\\.ts$', `${CORE}db/`, '^apps/api/src/test/', TEST],
      },
      to: { path: 'node_modules/mongodb/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-schemas-know-mongoose',
      comment:
        'Mongoose describes rows and makes no queries: describe the collection in the `schema.ts` of its feature, and query the collection of the driver in a store (docs/adr/0008-the-driver.md).',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [`${CORE}db/`, SCHEMA, TEST],
      },
      to: { path: 'node_modules/mongoose/' },
    },
    {
      name: 'only-stores-open-collections',
      comment:
        'A schema loads Mongoose. Import its types only, so that the sandbox and the services do not load it, and ask a store for rows.',
      severity: 'error',
      from: { path: '^(apps/api|packages/core)/src/', pathNot: ['store(\\.ts$|/)', TEST] },
      to: { path: SCHEMA, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-feature-calls-functions-of-others',
      comment: 'A feature calls functions of another, and imports none of its stores.',
      severity: 'error',
      from: {
        path: '^(packages/core/src|apps/api/src/(?:feature|part))/([^/]+)/',
        pathNot: ['^packages/core/src/memory/', TEST],
      },
      to: { path: STORE, pathNot: '^$1/$2/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-programs-make-deps',
      comment:
        'deps.ts makes every store, and so loads the driver: import the type `Deps` only. Only the server and the operator’s commands make deps.',
      severity: 'error',
      from: {
        path: '^(apps/api|packages/core)/src/',
        pathNot: ['^apps/api/src/(server|admin|deps)\\.ts$', '^apps/api/src/test/', TEST],
      },
      to: { path: '^(apps/api|packages/core)/src/deps\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-its-feature-knows-a-store',
      comment:
        'Call a service of the feature. Only deps.ts and server.ts make the stores, and memory/board-deps.ts those in memory.',
      severity: 'error',
      from: {
        path: '^(apps/api|packages/core)/src/',
        pathNot: [
          '^apps/api/src/(feature|part)/',
          '^packages/core/src/(activity|journal|key|company|text|cv|intake|retention|job|catalogue)/',
          '^(apps/api|packages/core)/src/(deps|server|memory/board-deps)\\.ts$',
          '^apps/api/src/test/',
          TEST,
        ],
      },
      to: { path: STORE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-stay-out-of-the-product',
      comment: 'What the product needs is no test code: move it out of src/test.',
      severity: 'error',
      from: { path: '^(apps/api|packages/core)/src', pathNot: ['^apps/api/src/test/', TEST] },
      to: { path: ['^apps/api/src/test/', TEST] },
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
