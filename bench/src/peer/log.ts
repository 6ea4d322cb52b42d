import { pino } from 'pino'

const BATCH_BYTES = 8_192

/** The log of a peer: JSON lines to standard output, in batches as Boardwalk writes its own. */
export const log = pino(pino.destination({ dest: 1, sync: false, minLength: BATCH_BYTES }))
