import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../test/command.ts'
import { useCli } from '../test/command-process.ts'

const server = useServer()
const cli = useCli()
let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

const latin = (text: string) => Buffer.from(text, 'latin1')
const element =
  '<id>A</id><title>Été & mer, R&D</title><description>&lt;p&gt;Caf&eacute;&nbsp;noir&lt;/p&gt;</description>'
const feeds: [name: string, file: string, feed: string | Uint8Array, flags: string[]][] = [
  ['XML with "&" alone and entities of HTML', 'a.xml', `<jobs><job>${element}</job></jobs>`, []],
  [
    'XML in the encoding that it declares',
    'b.xml',
    latin(`<?xml version="1.0" encoding="ISO-8859-1"?><jobs><job>${element}</job></jobs>`),
    [],
  ],
  ['CSV in windows-1252', 'c.csv', latin('id;title\nA;Été\n'), ['--encoding', 'windows-1252']],
  ['one job', 'one.json', '{"id":"A","title":"Été"}', []],
  ['gzip without a name for it', 'd.feed', gzipSync('id,title\nA,Été\n'), []],
  ['UTF-16', 'e.xml', Buffer.from(`\ufeff<jobs><job>${element}</job></jobs>`, 'utf16le'), []],
]

test.each(feeds)(
  'a messy feed goes in with sync, and is unchanged the second time: %s',
  async (_name, file, feed, flags) => {
    await writeFile(cli.path(file), feed)
    const sync = async () => {
      const args = ['jobs', 'sync', cli.path(file), ...flags, '--yes', '-o', 'json']
      const { stdout } = await runCommand(args, { env: environmentFor(server, company) })
      return JSON.parse(stdout).done
    }
    expect(await sync()).toMatchObject({ created: 1, failed: 0 })
    expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 1, failed: 0 })
    const { body } = await company.call('GET', '/jobs')
    expect(body.jobs[0].title).toMatch(/^Été/)
  },
)
