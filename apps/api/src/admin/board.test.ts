import { devNull } from 'node:os'
import { describe, expect, it } from 'vitest'
import { type Env, readEnv } from '../env.ts'
import type { KnownServer } from '../known-servers.ts'
import { chooseBoard, findAddress } from './board.ts'

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

  it('is that of the server with each setting that is given', () => {
    const other = { ...ofServer, port: 3001, database: 'other', dataDir: '/other' }
    for (const names of [['PORT'], ['MONGODB_DATABASE'], ['PORT', 'MONGODB_DATABASE']])
      expect(choose(ofCommand({ port: 3001, database: 'other' }, names), ofServer, other).server).toBe(other)
    const none = () => choose(ofCommand({ port: 3001 }, ['PORT', 'MONGODB_DATABASE']), ofServer, other)
    expect(none).toThrow('no server runs with the PORT and MONGODB_DATABASE of this command')
  })

  it('is in the line of a server as a shell takes it: with quotes, and with the database if it is another', () => {
    const first = { ...ofServer, dataDir: "/Salma's data" }
    const second = { ...ofServer, database: 'other', journalHosts: ['10.0.0.1:27017', '10.0.0.2:27017'] }
    const journal = 'JOURNAL_MONGODB_URI=… (as the server has it; its hosts: 10.0.0.1:27017,10.0.0.2:27017)'
    const lines = [`DATA_DIR='/Salma'\\''s data'`, `DATA_DIR=/data MONGODB_DATABASE=other ${journal}`]
    expect(() => choose(ofCommand(), first, second)).toThrow(
      `Set what belongs to the right one:\n${lines.map((line) => `  ${ofServer.url}  ${line}`).join('\n')}`,
    )
  })
})

describe('the address that a command prints', () => {
  it('is that of a server with the same database, not of one with another name or on another host', () => {
    const others = [
      { ...ofServer, url: 'https://other.example.com', database: 'other' },
      { ...ofServer, url: 'https://elsewhere.example.com', hosts: ['10.0.0.9:27017'] },
    ]
    const hosts = ['10.0.0.1:27017', '127.0.0.1:27017']
    expect(findAddress(ofCommand(), [...others, ofServer], hosts)).toBe(ofServer.url)
    expect(findAddress(ofCommand({ host: '192.0.2.1', port: 8080 }), others, hosts)).toBe('http://192.0.2.1:8080')
  })
})
