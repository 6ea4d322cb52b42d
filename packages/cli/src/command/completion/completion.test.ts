import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtProgram } from '@boardwalk/test-server/vitest/program'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShellName, shellNames } from './scripts.ts'

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
  await writeFile(join(folder, 'complete.ps1'), programs.powershell)
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
  powershell: `
    Get-Content -Raw ../completion.powershell | Invoke-Expression
    $line = "boardwalk $args"
    (TabExpansion2 -inputScript $line -cursorColumn $line.Length).CompletionMatches.CompletionText -replace '^\\./', ''`,
}

/** The program of each shell. */
const executables: Record<ShellName, string> = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'pwsh' }

async function complete(shell: ShellName, ...words: string[]): Promise<string[]> {
  // Bash and zsh take the first word after the program for its name. PowerShell takes words for a file only.
  const flags = {
    bash: ['--norc', '-c', programs.bash, 'bash'],
    zsh: ['-f', '-c', programs.zsh, 'zsh'],
    fish: ['--no-config', '-c', programs.fish],
    powershell: ['-NoProfile', '-File', '../complete.ps1'],
  }[shell]
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder }
  const { stdout, stderr } = await promisify(execFile)(executables[shell], [...flags, ...words], {
    cwd: join(folder, 'work'),
    env,
  })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

// Few machines have every shell: those that are here are asked.
const shellsHere = shellNames.filter((shell) => spawnSync(executables[shell], ['--version']).status === 0)

test.each(shellsHere)('%s completes commands, options, choices, profiles and files', async (shell) => {
  for (const [words, expected] of [
    ['jo', ['jobs']],
    ['help jobs pus', ['push']],
    ['jobs push --dry-run --f', ['--format']],
    ['jobs push --format ', ['csv', 'html', 'json', 'ndjson', 'xml']],
    ['jobs list -o nd', ['ndjson']],
    ['jobs list --profile a', ['acme']],
    ['jobs push --report ', [expect.stringMatching(/^feeds\/?$/), 'jobs.csv']],
    ['jobs list ', []],
  ] as const)
    expect([words, await complete(shell, ...words.split(' '))]).toEqual([words, expected])
})

test.each(shellsHere)('%s runs nothing of what is typed', async (shell) => {
  await complete(shell, 'jobs', shell === 'fish' ? "'$(touch evil)'" : '$(touch evil)', '')
  expect(await readdir(join(folder, 'work'))).toEqual(['feeds', 'jobs.csv'])
})
