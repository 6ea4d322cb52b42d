import { readdir, readFile, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceFile } from '../../tools/test-server/src/server-process.ts'
import { newDatabase } from '../../tools/test-server/src/vitest/database.ts'
import {
  builtProgram,
  type Environment,
  shows,
  startBuiltServer,
  usePrograms,
} from '../../tools/test-server/src/vitest/program.ts'

/* Runs the commands of each guide in one shell, on a board or a sandbox that is new for the guide. */

const programs = usePrograms()
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  // As a clone has them, for what a guide runs from its sources.
  for (const name of ['examples', 'node_modules', 'package.json']) await symlink(sourceFile(name), programs.path(name))
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** What runs where a reader has npm and the packages built; what a reader did in another terminal is done. */
const prelude = (() => {
  const node = (source: string) => `'${process.execPath}' '${builtProgram(source)}'`
  return `
    set -euo pipefail
    npm() {
      case "$*" in
        'run --silent admin -- '*) shift 4; ${node('apps/api/src/admin.ts')} "$@" ;;
        'run --silent boardwalk -- '*) shift 4; ${node('packages/cli/src/main.ts')} "$@" ;;
        ci | start) ;;
        # Its scripts would change files of the repository, which other tests read.
        'pack '*) set -- "$@" --ignore-scripts; local folder=$PWD; (cd '${sourceFile('.')}' && command npm "\${@/#packed/$folder/packed}") ;;
        'install '*) command npm "$@" --silent --no-audit --no-fund --prefer-offline ;;
        *) echo "no such script: npm $*" >&2; return 1 ;;
      esac
    }
    npx() {
      case "$*" in
        'boardwalk sandbox') ;;
        *) shift; '${process.execPath}' --conditions=@boardwalk/source --import=tsx "$@" ;;
      esac
    }
    boardwalk() { npm run --silent boardwalk -- "$@"; }
    docker() {
      case "$*" in
        'compose -f deploy/compose.yaml exec api node apps/api/dist/admin.js '*)
          shift 7; npm run --silent admin -- "$@" ;;
        'compose -f deploy/compose.yaml up -d --wait') ;;
        *) echo "no such command: docker $*" >&2; return 1 ;;
      esac
    }
    new_key() {
      npm run --silent admin -- key create --company atlas-talents --name test --json |
        '${process.execPath}' -pe 'JSON.parse(fs.readFileSync(0)).key'
    }
    find_candidate() {
      curl -sS "$BOARDWALK_URL/candidates" -H "x-api-key: $BOARDWALK_API_KEY" |
        '${process.execPath}' -pe 'JSON.parse(fs.readFileSync(0)).candidates.at(-1).id'
    }`
})()

/** What a guide takes for granted: a company and its key. */
const setUp = `
    npm run --silent admin -- company create --name "Atlas Talents" --slug atlas-talents
    export BOARDWALK_API_KEY=$(new_key)`

/** The key that the first guide gives to its sandbox. */
const sandboxKey = 'export BOARDWALK_API_KEY=bwk_testtesttesttesttesttesttesttest'

const sandboxWithCandidates = `${sandboxKey}
    curl -fsS http://127.0.0.1:4011/addJob -d '{"job": {"title": "Comptable"}}' -H 'content-type: application/json'
    for name in Salma Yassine; do
      curl -fsS http://127.0.0.1:4011/apply -d '{"job": 1, "firstName": "'$name'"}' -H 'content-type: application/json'
    done`

/** A board with its address, the address of the control port of a sandbox, and what its programs find in their environment. */
interface Board {
  url: string
  controlUrl?: string
  env: Environment
}

async function startServer(): Promise<Board> {
  const { settings, drop } = newDatabase()
  const server = await startBuiltServer(settings)
  closing.push(() => server.end('SIGTERM').then(drop))
  return { url: server.url, env: settings }
}

async function startSandbox(): Promise<Board> {
  const child = programs.start(
    process.execPath,
    [builtProgram('packages/cli/src/main.ts'), 'sandbox', '--port', '0', '--control-port', '0'],
    {},
  )
  closing.push(async () => {
    child.kill()
    await child.result
  })
  const [, url = '', controlUrl = ''] = await shows(child.stdout, /^url +(\S+)\/api$.*^control +(\S+)$/ms)
  return { url, controlUrl, env: {} }
}

/** How npm reaches its registry on this machine. */
const findNpmSettings = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      /^(npm_config_|.*_proxy$|.*_certs?$|ssl_cert_file$)/i.test(name) ? [[name, value]] : [],
    ),
  )

interface Followed {
  code: number | null
  output: string
  /** Lines that the guide says are printed. */
  promised: string[]
  jobs: { id: string | null; title: string; boardwalk?: unknown }[]
}

/** Does what a guide says: writes the files that it names, runs the commands in `sh`; `fails 3` behind a block's language is its exit status. */
async function follow(guide: string, before = '', startBoard = startServer): Promise<Followed> {
  const { url, controlUrl = '', env } = await startBoard()
  const markdown = await readFile(sourceFile(guide), 'utf8')
  const steps: string[] = [prelude, before]
  const promised: string[] = []
  for (const [, language, more = '', content = ''] of markdown.matchAll(/^```(\w+) ?([^\n]*)\n(.*?)^```$/gms)) {
    const ends = /^fails (\d+)$/.exec(more)?.[1]
    if (language === 'text') promised.push(...content.trimEnd().split('\n'))
    else if (language !== 'sh') steps.push(more === '' ? '' : `cat > '${basename(more)}' <<'END'\n${content}END`)
    else if (ends === undefined) steps.push(content)
    else steps.push(`code=0; { ${content}} || code=$?; [ $code = ${ends} ]`)
  }
  const script = steps
    .join('\n')
    .replaceAll(/http:\/\/127\.0\.0\.1:(?:3000|4010)/g, url)
    .replaceAll('http://127.0.0.1:4011', controlUrl)
    .replaceAll('https://jobs.example.com', url)
    .replaceAll(' /tmp/', ' ')
    .replace('BOARDWALK_API_KEY=bwk_…', 'BOARDWALK_API_KEY=$(new_key)')
    .replace('CANDIDATE=…', 'CANDIDATE=$(find_candidate)')
  const bash = programs.start('bash', ['-c', `exec 2>&1\n${script}\necho -e "\\nkey=\${BOARDWALK_API_KEY-}"`], {
    ...findNpmSettings(),
    ...env,
    BOARDWALK_URL: `${url}/api`,
  })
  bash.stdin.end()
  const { code, stdout } = await bash.result
  const key = /^key=(.*)$/m.exec(stdout)?.[1] ?? ''
  const answer = await fetch(`${url}/api/jobs`, { headers: { 'x-api-key': key } })
  // The server's own answer, which its tests hold against the document.
  const { jobs } = (await answer.json()) as Pick<Followed, 'jobs'>
  return { code, output: stdout, promised, jobs }
}

function expectKept({ code, output, promised }: Followed): void {
  expect(code, output).toBe(0)
  for (const line of promised) expect(output).toContain(line)
}

describe('an operator who does what the guide says', () => {
  test('of running has a board that is ready, with a company, a user and a key', async () => {
    const followed = await follow('docs/guides/running.md', 'mkdir -p deploy')
    expectKept(followed)
    expect(followed.output).toContain('{"status":"ready"}')
    expect(followed.output).toMatch(/bwk_\w{32}/)
  })

  test('of helping people has found, exported and not yet erased what a person sent', async () => {
    const before = `${setUp}
      npm run --silent admin -- user create --company atlas-talents --email salma@example.com
      npm run --silent admin -- job create --company atlas-talents --title Comptable
      curl -fsS http://127.0.0.1:3000/fr/companies/atlas-talents/jobs/comptable-1/apply -H 'accept: application/json' \
        -F firstName=Salma -F lastName=Bennani -F email=salma@example.com -F consent=yes`
    expectKept(await follow('docs/guides/helping-people.md', before))
    for (const name of ['salma.zip', 'atlas.zip'])
      expect((await readFile(programs.path(name))).subarray(0, 2).toString()).toBe('PK')
  })
})

describe('a reader who does what the guide says', () => {
  test('of the first integration has its jobs, a candidate with a CV and a new status, and a confirmed erasure', async () => {
    const followed = await follow('docs/guides/first-integration.md', '', startSandbox)
    expectKept(followed)
    expect(followed.jobs.map(({ id }) => id)).toEqual(['A-1', 'A-2'])
    // From the call for candidates, and from follow.
    expect(followed.output).toMatch(/"candidates":\[\{[^}]*"firstName":"Salma"/)
    expect(followed.output).toMatch(/"change":"created","candidate":\{[^}]*"firstName":"Yassine"/)
    const [sent, downloaded] = await Promise.all(
      ['cv.pdf', 'downloaded.pdf'].map((name) => readFile(programs.path(name), 'utf8')),
    )
    expect(downloaded).toEqual(sent)
    expect(followed.output).toMatch(/ SHORTLISTED +updated$/m)
    expect(followed.output).toMatch(/"change":"erased"/)
    expect(followed.output).toMatch(/"results":\[\{"id":"\w+","status":"updated"/)
  })

  test('of following has each candidate, by the command, which removes who is erased, and by the script, which may be killed and gets broken answers', async () => {
    expectKept(await follow('docs/guides/following-candidates.md', sandboxWithCandidates, startSandbox))
    const files = await readdir(programs.path('candidates'))
    const candidates = await Promise.all(files.map((name) => readFile(programs.path(`candidates/${name}`), 'utf8')))
    expect(candidates.map((text) => JSON.parse(text).firstName).toSorted()).toEqual(['Salma', 'Yassine'])
    const stored = () => readdir(programs.path('.')).then((all) => all.filter((name) => /^\w{32}\.json$/.test(name)))
    const [salma = '', ...others] = await stored()
    expect(others).toHaveLength(1)
    const erasure = `boardwalk() { echo "$@"; }; export -f boardwalk; bash apply.sh`
    const told = { BOARDWALK_CHANGE: 'erased', BOARDWALK_CANDIDATE_ID: salma.replace('.json', '') }
    const erased = await programs.start('bash', ['-c', erasure], told).result
    expect(erased.stdout).toBe(`candidates set-status ${told.BOARDWALK_CANDIDATE_ID}=erased\n`)
    expect(await stored()).toEqual(others)
    const scenarios = [
      'killed-while-storing',
      'crash-between-pages',
      'answer-cut',
      'proxy-page',
      'erased-person',
      'erasure-confirmed',
    ]
    const list = `find candidates -name '*.json' -exec jq -r 'select(.erasedAt == null).id' {} +`
    const child = programs.start(
      process.execPath,
      [
        builtProgram('packages/cli/src/main.ts'),
        'certify',
        '--stored',
        list,
        ...scenarios.flatMap((name) => ['--scenario', name]),
        '--',
        'bash',
        programs.path('follow.sh'),
      ],
      {},
    )
    child.stdin.end()
    const certified = await child.result
    expect(certified.code, certified.stdout).toBe(0)
  })

  test('of values and limits sees a mistake and warnings, and changes nothing', async () => {
    const followed = await follow('docs/guides/values-and-limits.md', setUp)
    expectKept(followed)
    expect(followed.output).toContain('job.contractType must be one of CDI, CDD, Stage')
    expect(followed.output).toContain('"code":"country_unknown"')
    expect(followed.jobs).toEqual([])
  })

  test('of statuses and erasures sets a status, and cannot confirm an erasure that was not', async () => {
    const followed = await follow('docs/guides/statuses-and-erasures.md', sandboxWithCandidates, startSandbox)
    expectKept(followed)
    expect(followed.output).toMatch(/"results":\[\{"id":"\w+","status":"updated"/)
    expect(followed.output).toContain('"code":"candidate_not_erased"')
  })

  test('of installing has the command and the SDK from files, each alone in its folder', async () => {
    const company = setUp.split('\n').slice(0, 3).join('\n')
    const followed = await follow('docs/installing.md', company)
    expectKept(followed)
    expect(followed.output).toMatch(/^\d+\.\d+\.\d+$/m)
    expect(followed.output).toMatch(/^0 jobs$/m)
  })

  test('of linking has the same jobs as before, under ids of his own, and a push that updates them', async () => {
    const followed = await follow('docs/guides/migrating-with-link.md', sandboxKey, startSandbox)
    expectKept(followed)
    expect(followed.jobs).toMatchObject([
      { id: 'LEGACY/1', jobId: 1, title: 'Responsable de magasin', city: 'Rabat' },
      { id: 'LEGACY/2', jobId: 2, title: 'Chauffeur poids lourd' },
    ])
  })

  test('of questions has them on its jobs, a candidate with an answer, and a warning for each mistake', async () => {
    const followed = await follow('docs/guides/questions-on-the-form.md', sandboxKey, startSandbox)
    expectKept(followed)
    const [first, second] = followed.jobs
    expect(first?.id).toBe('Q-1')
    expect(second).toMatchObject({
      id: 'Q-4',
      boardwalk: {
        questions: [{ id: 'g1', label: 'Votre expérience en années', type: 'number', required: true }],
      },
    })
  })

  test('of changes creates no job by an update of one that is not there', async () => {
    const followed = await follow('docs/guides/changes-on-the-board.md', setUp)
    expectKept(followed)
    expect(followed.output).toMatch(/x-changed-through: 20/i)
    expect(followed.output).toContain('"code":"precondition_failed"')
    // The commands that only update made no job.
    expect(followed.jobs.map(({ id, boardwalk }) => ({ id, boardwalk }))).toEqual([{ id: 'CLOSING' }])
  })

  test('of certifying learns that the first program loses candidates whose time is before its own clock', async () => {
    expectKept(await follow('docs/guides/certifying.md', setUp))
  })

  test('of feeds has the two good rows of the feed, under the names of a job’s fields', async () => {
    const followed = await follow('docs/guides/feeds-and-mapping.md', setUp)
    expectKept(followed)
    expect(followed.jobs).toMatchObject([
      { id: 'A-1', title: 'Comptable', city: ['Rabat', 'Salé'], minSalary: 9000, contractType: 'CDI' },
      { id: 'A-2', title: 'Chauffeur poids lourd', city: 'Tanger', contractType: 'CDD' },
    ])
    expect(Object.keys(followed.jobs[0] ?? {})).not.toContain('Notes')
  })
})
