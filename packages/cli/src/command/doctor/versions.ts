import manifest from '../../../package.json' with { type: 'json' }
import type { Check } from './check.ts'

/** The major version of the API for which this command was written. */
const apiMajor = '1'

/** Prints all versions, and warns if they do not fit together; `apiVersion` is undefined if no board answers. */
export function checkVersions(apiVersion: string | undefined): Check {
  const api = apiVersion === undefined ? '' : `, API ${apiVersion}`
  const versions = `boardwalk ${manifest.version}, Node ${process.versions.node}${api}`
  return apiVersion === undefined || apiVersion.split('.')[0] === apiMajor
    ? { name: 'versions', status: 'ok', message: versions }
    : {
        name: 'versions',
        status: 'warning',
        message: `${versions}: this command is made for API ${apiMajor}; install the one for the board’s API`,
      }
}
