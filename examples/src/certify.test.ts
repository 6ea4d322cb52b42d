import { sourceFile } from '@boardwalk/test-server/server-process'
import { builtProgram, type Environment, usePrograms } from '@boardwalk/test-server/vitest/program'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { findPython, findRecipes } from './recipes.ts'

/* Runs `boardwalk certify` with each program that a reader copies, and with the commands that do the same. */

const programs = usePrograms()
const recipes = await findRecipes()
const python = await findPython().catch(() => undefined)

const cli = builtProgram('packages/cli/src/main.ts')
const boardwalk = (words: string) => `exec '${process.execPath}' '${cli}' ${words}`

/** Prints what the recipes and the command of `--exec` below store. */
const storedText = `for file in candidates/*.txt; do
  if [ -e "$file" ]; then printf '%s\\t%s\\n' "$(basename "$file" .txt)" "$(cut -f2 "$file")"; fi
done`
/** Prints what follow-candidates.ts stores. */
const storedJson = `for file in candidates/*.json; do
  if [ -e "$file" ]; then
    printf '%s\\t%s\\n' "$(basename "$file" .json)" "$(sed -n 's/^  "status": "\\(.*\\)",*$/\\1/p' "$file")"
  fi
done`
/** The command of \`boardwalk candidates follow --exec\`: stores the candidate of its environment, or erases it and confirms that. */
const store = `mkdir -p candidates
if [ "$BOARDWALK_CHANGE" = erased ]; then
  rm -f "candidates/$BOARDWALK_CANDIDATE_ID.txt"
  '${process.execPath}' '${cli}' candidates set-status "$BOARDWALK_CANDIDATE_ID=erased"
else sed 's/.*"status":"\\([^"]*\\)".*/-\\t\\1/' > "candidates/$BOARDWALK_CANDIDATE_ID.txt"
fi`
/** Gives integration.py its settings, and the jobs in the form that it reads. */
const startIntegration = `import json, os, pathlib, runpy, sys
with open(os.environ["BOARDWALK_JOBS"], encoding="utf-8") as file:
    pathlib.Path("jobs.json").write_text(json.dumps(json.load(file)["jobs"]), encoding="utf-8")
customer = {"slug": "test-company", "key_env": "BOARDWALK_API_KEY", "jobs": "jobs.json"}
config = {"url": os.environ["BOARDWALK_URL"], "database": "ats.sqlite", "cvs": "cvs", "customers": [customer]}
pathlib.Path("config.json").write_text(json.dumps(config))
sys.argv = [sys.argv[1], "config.json"]
runpy.run_path(sys.argv[0], run_name="__main__")
`
const storedSqlite = `import sqlite3
for row in sqlite3.connect("ats.sqlite").execute("SELECT id, status FROM candidates"):
    print(*row, sep="\\t")
`

beforeAll(async () => {
  await programs.write('stored-text.sh', storedText)
  await programs.write('stored-json.sh', storedJson)
  await programs.write('store.sh', store)
  await programs.write('integration.py', startIntegration)
  await programs.write('stored.py', storedSqlite)
})

interface Certified {
  command: string[]
  /** The command of --stored. */
  stored?: string
  env?: Environment
}

/** Runs certify, and returns the scenarios that failed, with what it says of them, and the number of those that passed. */
async function certify({ command, stored, env = {} }: Certified) {
  const timeout = String(Math.ceil(inject('waitMsMax') / 1000))
  const args = ['certify', '-o', 'json', '--timeout', timeout, ...(stored === undefined ? [] : ['--stored', stored])]
  const child = programs.start(process.execPath, [cli, ...args, '--', ...command], env)
  child.stdin.end()
  const { stdout, stderr } = await child.result
  const { results = [], does = [], error } = JSON.parse(stdout)
  const failed = results.filter(({ verdict }: { verdict: string }) => verdict === 'failed')
  return { failed, does, error, stderr }
}

const nothing = { failed: [], error: undefined, stderr: '' }
const ofFiles = () => `sh '${programs.path('stored-text.sh')}'`

describe('certify finds no fault in', () => {
  test.concurrent.each(recipes)('the recipe $file', async ({ prepare }) => {
    const certified = await certify({
      command: await prepare(programs.path),
      stored: ofFiles(),
      env: { POLL_SECONDS: '1' },
    })
    expect(certified).toEqual({ ...nothing, does: ['candidates', 'candidates of all jobs', 'statuses', 'erasures'] })
  })

  test.concurrent('follow-candidates.ts of the SDK', async () => {
    const certified = await certify({
      command: [process.execPath, builtProgram('examples/src/follow-candidates.ts')],
      stored: `sh '${programs.path('stored-json.sh')}'`,
    })
    expect(certified).toEqual({
      ...nothing,
      does: ['candidates', 'candidates of all jobs', 'cvs', 'statuses', 'erasures'],
    })
  })

  test.concurrent('publish-a-feed.ts of the SDK', async () => {
    const publish = `exec '${process.execPath}' '${builtProgram('examples/src/publish-a-feed.ts')}' "$BOARDWALK_JOBS"`
    expect(await certify({ command: ['sh', '-c', publish] })).toEqual({ ...nothing, does: ['jobs'] })
  })

  test.concurrent('boardwalk candidates follow --changes --exec', async () => {
    const follow = boardwalk(
      `candidates follow --changes --state state.json --exec "sh '${programs.path('store.sh')}'"`,
    )
    const certified = await certify({ command: ['sh', '-c', follow], stored: ofFiles() })
    expect(certified).toEqual({ ...nothing, does: ['candidates', 'candidates of all jobs', 'statuses', 'erasures'] })
  })

  test.concurrent('boardwalk jobs push', async () => {
    const command = ['sh', '-c', boardwalk('jobs push "$BOARDWALK_JOBS"')]
    expect(await certify({ command })).toEqual({ ...nothing, does: ['jobs'] })
  })

  test.concurrent('boardwalk jobs sync', async () => {
    const command = ['sh', '-c', boardwalk('jobs sync "$BOARDWALK_JOBS" --yes')]
    expect(await certify({ command })).toEqual({ ...nothing, does: ['jobs'] })
  })

  test.runIf(python)('integration.py', { concurrent: true }, async () => {
    const certified = await certify({
      command: [String(python), programs.path('integration.py'), sourceFile('examples/integration/integration.py')],
      stored: `'${python}' '${programs.path('stored.py')}'`,
    })
    expect(certified).toEqual({
      ...nothing,
      does: ['candidates', 'candidates of all jobs', 'cvs', 'statuses', 'erasures', 'jobs', 'preconditions'],
    })
  })
})
