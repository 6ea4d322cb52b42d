import { devNull } from 'node:os'
import { describe, expect, it } from 'vitest'
import { type Env, readEnv } from '../env.ts'
import type { KnownServer } from '../known-servers.ts'
import { chooseBoard } from './board.ts'

/* The board that a command works on, as known-servers.test.ts has it with real servers: here are the rarer settings. */

const ofServer: KnownServer = {
  ...{ url: 'https://jobs.example.com', port: 3000, database: 'boardwalk', hosts: ['127.0.0.1:27017'] },
  ...{ dataDir: '/data', journalHosts: null },
}

/** The settings of a command: the defaults, and those that are given. */
const ofCommand = (given: Partial<Env> = {}, names: string[] = []): Env => {
  const { settings, ...env } = readEnv()
  const defaults = { port: 3000, host: '127.0.0.1', database: 'boardwalk', dataDir: devNull }
  return { ...env, ...defaults, ...given, settings: { ...settings, publicUrl: undefined }, given: new Set(names) }
}

describe('the board of a command', () => {
  const choose = (env: Env, ...servers: KnownServer[]) => chooseBoard(env, { servers, mayMakeDatabase: false })

  it('is that of the only server, also with PORT=0, which takes any free port', () => {
    const { server, env } = choose(ofCommand({ port: 0 }, ['PORT']), ofServer)
    expect({ server, dataDir: env.dataDir }).toEqual({ server: ofServer, dataDir: '/data' })
  })
})
