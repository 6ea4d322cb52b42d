import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../error.ts'
import type { Metrics } from '../metrics.ts'
import type { WithSettings } from '../settings.ts'

const RETRY_AFTER_SECONDS = 1
/** The name of the limit in the metrics. */
const AT_ONCE = 'documents-at-once'

/** Begins an answer that is a document. Throws `overloaded` if there are too many. */
export type BeginDocument = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Bounds the number of documents that a process writes at the same time, of all callers and of one address. A feed or another
 * document is written while its reader takes it, so it is open for as long as its reader likes.
 */
export function createDocuments(
  { settings, metrics }: WithSettings<'answerLimits'> & { metrics: Pick<Metrics, 'limitKnown' | 'refused'> },
  findAddress: (req: IncomingMessage) => string,
) {
  const { documents, documentsOfAddress } = settings.answerLimits
  metrics.limitKnown(AT_ONCE)
  const addresses = new Map<ServerResponse, string>()

  const begin: BeginDocument = (req, res) => {
    const address = findAddress(req)
    const ofAddress = [...addresses.values()].filter((other) => other === address)
    if (addresses.size >= documents || ofAddress.length >= documentsOfAddress) {
      metrics.refused(AT_ONCE)
      throw new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    addresses.set(res, address)
    res.once('close', () => addresses.delete(res))
  }

  return { begin, isDocument: (res: ServerResponse) => addresses.has(res) }
}
