// secantus: this file, and the sources that name it, are for SecantusDB alone.
import type { Step } from './database-server.ts'
import { type PythonPackage, pythonsOnPath, pythonWith } from './python-environment.ts'
import { secantusProgram } from './secantus.ts'

const version = '0.7.0b3'
const secantus: PythonPackage = {
  name: 'SecantusDB',
  version,
  folder: `secantus-py-${version}`,
  minors: { min: 10, max: 13 },
  // Building from source would need a compiler and minutes.
  pip: ['--only-binary', 'SecantusDB'],
}

/** The fourth way: SecantusDB's Python server, in a virtual environment that is created on first use. */
export function secantusPyStep(cache: string, pythons: readonly string[] = pythonsOnPath): Step {
  return {
    source: 'secantus-py',
    async locate(log) {
      const python = await pythonWith(secantus, { cache, pythons, log })
      // -I makes Python ignore PYTHONPATH and a folder named secantus in the working directory.
      return secantusProgram([python, '-I', '-u', '-m', 'secantus'])
    },
  }
}
