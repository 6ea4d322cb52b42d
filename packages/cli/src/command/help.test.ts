import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runCommand } from '../test/command.ts'

/* The help of commands and of their groups. */

const boardwalk = (args: string[], columns?: number) =>
  runCommand(args, { env: {}, ...(columns !== undefined && { columns }) })

describe('boardwalk help', () => {
  test.each([
    [
      ['help', 'jobs', 'push'],
      ['jobs', 'push', '--help'],
    ],
    [
      ['help', 'jobs'],
      ['jobs', '--help'],
    ],
    [
      ['jobs', 'help', 'push'],
      ['jobs', 'push', '--help'],
    ],
    [
      ['help', 'doctor'],
      ['doctor', '--help'],
    ],
    [['help'], ['--help']],
  ])('%j prints the same as %j', async (words, option) => {
    const help = await boardwalk(words)
    expect(help).toEqual(await boardwalk(option))
    expect(help).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    [['help', 'nope'], "unknown command 'nope'"],
    [['help', 'jobs', 'psuh'], 'Did you mean push?'],
    [['jobs', 'help', 'nope'], "unknown command 'nope'"],
    [['help', 'doctor', 'x'], "'doctor' has no command 'x'"],
    [['help', '--', '--version'], "unknown command '--version'"],
  ])('%j is refused with 2', async (words, message) => {
    const { code, stdout, stderr } = await boardwalk(words)
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  test.each(['jobs', 'links', 'candidates', 'auth'])('%s begins with examples of its own commands', async (group) => {
    const { stdout } = await boardwalk([group, '--help'])
    const examples = stdout.slice(0, stdout.indexOf('\n\n')).split('\n').slice(1)
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) expect(example).toMatch(new RegExp(`^ {2}boardwalk ${group} `))
  })
})

test('--version prints the version and nothing else', async () => {
  expect(await boardwalk(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

describe('help on a narrow terminal', () => {
  const commands = [
    [],
    ['jobs', 'push'],
    ['jobs', 'sync'],
    ['candidates', 'follow'],
    ['links', 'set'],
    ['auth', 'login'],
  ]

  test.each(commands.map((words) => ({ words })))('$words fits 60 columns and loses no word', async ({ words }) => {
    const wide = await boardwalk([...words, '--help'])
    const { stdout } = await boardwalk([...words, '--help'], 60)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
    expect(stdout.split(/\s+/)).toEqual(wide.stdout.split(/\s+/))
  })

  test('keeps an explanation below itself', async () => {
    const { stdout } = await boardwalk(['jobs', 'push', '--help'], 60)
    expect(stdout).toContain('\n  json    a list of jobs, or {"jobs": [...]}\n  ndjson  one job per line\n')
    expect(stdout).toMatch(/\n {2}--map <file> {12}JSON .*\n {26}\S/)
    expect(stdout).toMatch(/\n {2}csv {5}a line of column names, then the rows; .*\n {10}\S/)
    // Where that would leave less than half of the line, it is four columns behind the name.
    const narrow = (await boardwalk(['jobs', 'push', '--help'], 40)).stdout
    expect(narrow).toMatch(/\n {2}--map <file> {12}JSON .*\n {6}\S/)
  })
})
