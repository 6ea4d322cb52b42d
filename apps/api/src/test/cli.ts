import { builtProgram, type Ended, type Environment, usePrograms } from './program.ts'

/** The environment in which a program asks this server in the name of this company. */
export const settingsOf = ({ url }: { url: string }, { key }: { key: string }): Environment => ({
  BOARDWALK_URL: `${url}/api`,
  BOARDWALK_API_KEY: key,
})

/** The `boardwalk` command as a process of its own, in a folder that is home to it, for the tests of one file. */
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
