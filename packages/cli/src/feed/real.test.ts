import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type TestCompany, useServer } from '@boardwalk/api/test/harness'
import { environmentFor } from '@boardwalk/test-server/vitest/program'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../test/command.ts'
import { readPieces } from '../test/reading.ts'
import real from './fixture/real/expected.json' with { type: 'json' }
import { parseMapFile } from './map-file.ts'

/* Feeds with the shape of those that job sites and companies send, in words of our own. The presets have others. */

const server = useServer()
let company: TestCompany
beforeEach(async () => {
  company = await server.company()
})

test.each(real)('a feed of the shape $feed is read with its map, and is unchanged the second time', async (known) => {
  const path = fileURLToPath(new URL(`fixture/real/${known.feed}`, import.meta.url))
  const mapPath = path.replace(/\.\w+$/, '.map.json')
  const map = parseMapFile(await readFile(mapPath, 'utf8'), mapPath)
  for (const size of [1, 100_000]) {
    const { jobs, problems, unused, broken } = await readPieces(await readFile(path), { map, size })
    expect({ size, jobs, problems, unused, broken }).toEqual({
      size,
      jobs: known.jobs,
      problems: [],
      unused: [],
      broken: undefined,
    })
  }
  const sync = async () => {
    const args = ['jobs', 'sync', path, '--map', mapPath, '--yes', '-o', 'json']
    return JSON.parse((await runCommand(args, { env: environmentFor(server, company) })).stdout).done
  }
  const { length } = known.jobs
  expect(await sync()).toMatchObject({ created: length, failed: 0 })
  expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: length, failed: 0 })
})
