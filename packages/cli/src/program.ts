import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }

/** The `boardwalk` command: a skeleton that tells its version until its commands are written. */
export function createProgram(): Command {
  return new Command('boardwalk')
    .description('Push jobs to a Boardwalk and fetch its candidates.')
    .version(manifest.version)
    .action((_options, command: Command) => command.help())
}
