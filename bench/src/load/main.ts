import type { Plan } from './plan.ts'
import { runLoad } from './run.ts'

// The load generator's process: it runs the plans that it is sent, and answers the figures.
process.on('message', ({ number, plan }: { number: number; plan: Plan }) => {
  runLoad(plan).then(
    (load) => process.send?.({ number, load }),
    (error: unknown) => process.send?.({ number, error: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
