import manifest from '../../../package.json' with { type: 'json' }
import type { Check } from './check.ts'

/** The contract that this command was written for. */
const apiMajor = '1'

/** Tells the versions of all that takes part; `apiVersion` is undefined where no board is. */
export function checkVersions(apiVersion: string | undefined): Check {
  const api = apiVersion === undefined ? '' : `, API ${apiVersion}`
  const versions = `boardwalk ${manifest.version}, Node ${process.versions.node}${api}`
  return apiVersion === undefined || apiVersion.split('.')[0] === apiMajor
    ? { name: 'versions', status: 'ok', message: versions }
    : {
        name: 'versions',
        status: 'warning',
        message: `${versions}: this boardwalk was made for API ${apiMajor}; install the one made for the board’s`,
      }
}
