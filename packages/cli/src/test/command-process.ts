import { builtProgram, type Ended, type Environment, usePrograms } from '@boardwalk/test-server/vitest/program'

/** Gives the tests of one file the built `boardwalk` command as a process, and a new folder that is its home. */
export function useCli() {
  const { path, write, start: startProgram } = usePrograms()

  /** Starts the command with nothing in its environment but what is given; its standard input stays open. */
  const start = (args: string[], env: Environment) =>
    startProgram(process.execPath, [builtProgram('packages/cli/src/main.ts'), ...args], env)

  return {
    path,
    write,
    start,
    startProgram,
    /** Runs the command to its end. */
    run(args: string[], env: Environment, input = ''): Promise<Ended> {
      const child = start(args, env)
      child.stdin.end(input)
      return child.result
    },
  }
}
