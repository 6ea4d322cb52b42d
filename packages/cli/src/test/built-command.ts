import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the programs that the global set-up built (vitest.config.ts), each at the path of its source. */
    builtPrograms: string
  }
}

/** Path of the `boardwalk` command, built from its sources for this run. */
export const builtCommand = () => join(inject('builtPrograms'), 'packages/cli/src/main.js')
