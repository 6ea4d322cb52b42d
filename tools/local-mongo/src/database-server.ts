import { MongoClient } from 'mongodb'
import { isAlive } from './private-file.ts'

/** How a server is started. */
export interface Launch {
  /** The folder that it serves, and the file of its log. */
  data: string
  log: string
  /** The port to take if it is free; 0 for any. */
  port: number
  isForTests: boolean
  onEnd: (how: string) => void
}

export interface DatabaseServer {
  uri: string
  pid: number
  stop(): Promise<void>
}

/** Tells whether a server process answers at an address. Another server may have its port. */
export async function isServing(uri: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  const options = { directConnection: true, serverSelectionTimeoutMS: 2000, socketTimeoutMS: 5000 }
  const client = new MongoClient(`mongodb://${new URL(uri).host}`, options)
  try {
    const status = await client.db('admin').command({ serverStatus: 1 })
    return Number(status.pid) === pid
  } catch {
    return false
  } finally {
    await client.close()
  }
}
