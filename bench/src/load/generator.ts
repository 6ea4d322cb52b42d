import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load, Plan } from './plan.ts'

const program = fileURLToPath(new URL('./load.js', import.meta.url))

/** The load generator, which runs as a process of its own. */
export interface Generator {
  run(plan: Plan): Promise<Load>
  stop(): void
}

interface Message {
  number: number
  load?: Load
  error?: string
}

export function startGenerator(): Generator {
  const child = fork(program)
  const waiting = new Map<number, { resolve: (load: Load) => void; reject: (error: Error) => void }>()
  let plans = 0
  child.on('message', ({ number, load, error }: Message) => {
    const waiter = waiting.get(number)
    waiting.delete(number)
    if (load !== undefined) waiter?.resolve(load)
    else waiter?.reject(new Error(`the load generator failed: ${error}`))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator ended'))
  })
  return {
    run: (plan) =>
      new Promise((resolve, reject) => {
        const number = ++plans
        waiting.set(number, { resolve, reject })
        child.send({ number, plan })
      }),
    stop: () => void child.kill(),
  }
}
