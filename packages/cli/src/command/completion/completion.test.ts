import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { type ShellName, shellNames } from './shell-name.ts'

/* Each shell that this machine has completes command lines, with the command on its path. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boardwalk-completion-'))
  const command = `exec '${process.execPath}' '${builtProgram('packages/cli/src/main.ts')}' "$@"\n`
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'work/feeds'), { recursive: true })
  await writeFile(join(folder, 'bin/boardwalk'), `#!/bin/sh\n${command}`)
  await chmod(join(folder, 'bin/boardwalk'), 0o755)
  await writeFile(join(folder, 'work/jobs.csv'), '')
  await mkdir(join(folder, '.config/boardwalk'), { recursive: true })
  const profiles = { acme: { apiKey: 'a' }, other: { apiKey: 'o' } }
  await writeFile(join(folder, '.config/boardwalk/config.json'), JSON.stringify({ profiles }))
  for (const shell of shellNames) {
    const { stdout } = await promisify(execFile)(join(folder, 'bin/boardwalk'), ['completion', shell])
    await writeFile(join(folder, `completion.${shell}`), stdout)
  }
})
afterAll(() => rm(folder, { recursive: true }))

/*
 * The shells' own machinery begins where the script has said what it wants, so the words by which it does are replaced
 * with ones that print. Bash and zsh are given the line in words, as they have it; fish splits it itself.
 */
const programs: Record<ShellName, string> = {
  bash: `
    source ../completion.bash
    default=yes
    compopt() { if [ "$2" = default ]; then default=no; fi; }
    COMP_WORDS=(boardwalk "$@"); COMP_CWORD=$#
    _boardwalk
    printf '%s\\n' "\${COMPREPLY[@]}"
    if [ $default = yes ]; then compgen -f; fi`,
  zsh: `
    compdef() { [ "$2" = boardwalk ] || exit 1; }
    compset() { true; }
    _files() { print -l -- *; }
    _describe() { for each in \${(P)2}; do [[ $each = \${words[CURRENT]}* ]] && print -r -- \${each%%:*}; done; }
    source ../completion.zsh
    words=(boardwalk "$@"); CURRENT=$(($# + 1))
    _boardwalk; true`,
  fish: `
    source ../completion.fish
    complete -C "boardwalk $argv" | string replace -r '\\t.*' ''; true`,
}

async function complete(shell: ShellName, ...words: string[]): Promise<string[]> {
  const flags = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] }[shell]
  // Bash and zsh take the first word after the program for its name.
  const args = [...flags, programs[shell], ...(shell === 'fish' ? [] : [shell]), ...words]
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder }
  const { stdout, stderr } = await promisify(execFile)(shell, args, { cwd: join(folder, 'work'), env })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

/* What the scripts ask, whatever shell is here. */
test.each([
  ['a folder', ['candidates', 'download-cv', '--dir', ''], 'folder\n'],
  ['nothing after a word that is no command', ['jobs', 'nope', ''], 'word\n'],
])('completes %s', async (_what, words, answer) => {
  const { code, stdout, stderr } = await runCommand(['__complete', '--', ...words], { env: { HOME: folder } })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: answer, stderr: '' })
})

test('completes no profile of a file that is damaged, and says nothing', async () => {
  await mkdir(join(folder, 'damaged/boardwalk'), { recursive: true })
  await writeFile(join(folder, 'damaged/boardwalk/config.json'), '{')
  const env = { XDG_CONFIG_HOME: join(folder, 'damaged') }
  const { code, stdout, stderr } = await runCommand(['__complete', '--', 'doctor', '--profile', ''], { env })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'word\n', stderr: '' })
})

// Nobody has every shell: what is here is asked.
const shellsHere = shellNames.filter((shell) => spawnSync(shell, ['--version']).status === 0)

describe.each(shellsHere)('%s', (shell) => {
  test.each([
    ['a command', ['jo'], ['jobs']],
    ['a command of a command', ['jobs', 'pus'], ['push']],
    ['a command after help', ['help', 'jobs', 'pus'], ['push']],
    ['an option', ['jobs', 'push', '--f'], ['--fail-fast', '--format']],
    ['an option, but none that is there already', ['jobs', 'push', '--fail-fast', '--f'], ['--format']],
    ['one of an option’s choices', ['jobs', 'push', '--format', ''], ['csv', 'html', 'json', 'ndjson', 'xml']],
    ['one of them by its short name', ['jobs', 'list', '-o', 'nd'], ['ndjson']],
    ['a stored profile', ['jobs', 'list', '--profile', 'a'], ['acme']],
    ['one of an argument’s choices', ['completion', ''], ['bash', 'fish', 'zsh']],
  ])('completes %s', async (_what, words, expected) => {
    expect(await complete(shell, ...words)).toEqual(expected)
  })

  test('completes a choice behind an equal sign', async () => {
    // Bash takes the sign for a word of its own.
    const completed = await (shell === 'bash'
      ? complete(shell, 'jobs', 'list', '--output', '=', 'nd')
      : complete(shell, 'jobs', 'list', '--output=nd'))
    expect(completed).toEqual([shell === 'bash' ? 'ndjson' : '--output=ndjson'])
  })

  test('completes names of files where a file is wanted, and only there', async () => {
    const files = [expect.stringMatching(/^feeds\/?$/), 'jobs.csv']
    expect(await complete(shell, 'jobs', 'push', '')).toEqual(files)
    expect(await complete(shell, 'jobs', 'push', '--report', '')).toEqual(files)
    expect(await complete(shell, 'jobs', 'push', '--', '')).toEqual(files)
    expect(await complete(shell, 'links', 'set', '1=A', '2=B', '')).toEqual(files)
    expect(await complete(shell, 'jobs', 'list', '')).toEqual([])
    expect(await complete(shell, 'jobs', 'push', '--url', '')).toEqual([])
  })

  test('runs nothing of what is typed', async () => {
    await complete(shell, 'jobs', shell === 'fish' ? "'$(touch evil)'" : '$(touch evil)', '')
    expect(await readdir(join(folder, 'work'))).toEqual(['feeds', 'jobs.csv'])
  })
})
