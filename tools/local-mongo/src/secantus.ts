// secantus: this file, and the sources that name it, are for SecantusDB alone.
import { join } from 'node:path'
import { findOnPath, isProgram } from './command.ts'
import type { Program, Step } from './database-server.ts'

/** The crate of the Rust server. `npm run mongo:build` builds it. */
export const secantusRs = { crate: 'secantus-mdb', version: '0.5.3-beta.196', command: 'secantusd-rs' }

/** The second way: SecantusDB's Rust server, installed by hand or by `npm run mongo:build`. */
export function secantusRsStep(cache: string, env: NodeJS.ProcessEnv, isDurable: boolean): Step {
  return {
    source: 'secantus-rs',
    async locate() {
      const built = join(cache, 'bin', secantusRs.command)
      const program = findOnPath(secantusRs.command, env) ?? (isProgram(built) ? built : undefined)
      if (program === undefined) throw new Error(`there is no ${secantusRs.command} on PATH and none at ${built}`)
      // A log file is allocated in full, 128 MB by default. 32 MB is enough for the largest document.
      return secantusProgram([program], isDurable, ['--log-file-max', '32MB'])
    },
  }
}

/** Creates the program of SecantusDB, in Rust or Python: both accept the same arguments. */
export function secantusProgram(
  program: readonly [string, ...string[]],
  isDurable: boolean,
  extra: readonly string[] = [],
): Program {
  return {
    replicaSet: 'secantus',
    command: (folder, port) => [
      ...program,
      ...['--config', folder.config],
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...['--storage-path', folder.data],
      ...['--cache-size', '1G'],
      // Without this option, kill -9 lost up to the last 168 acknowledged writes, also with w: 'majority'.
      ...(isDurable ? ['--sync-on-commit'] : []),
      ...extra,
    ],
  }
}
