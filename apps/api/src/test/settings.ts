import { tmpdir } from 'node:os'
import { ANSWER_LIMITS, type BoardIdentity, UNNAMED_BOARD, UPLOAD_LIMITS } from '@boardwalk/core/process/settings'
import { CV_TYPES } from '@boardwalk/schema/application'
import { logo } from './logo.ts'

/** A board whose name must be escaped, and whose colour cannot be read on a light page. */
export const namedBoard: BoardIdentity = {
  name: `Jobs & "Co" $&`,
  color: '#ffee00',
  contactEmail: 'board@example.com',
  imprintUrl: 'https://example.com/imprint',
  privacyUrl: 'https://example.com/privacy?a=1&b=2',
  logo: {
    mime: 'image/png',
    bytes: logo,
    hash: 'a1b2',
  },
}

/** The settings of a test's server. Limits are off, because every request of every test comes from one address. */
export const testSettings = {
  board: UNNAMED_BOARD,
  jobBoardId: 'boardwalk',
  keyPrefix: 'bwk',
  trustProxy: 0,
  applicationsPerHour: 1_000_000,
  cvTypes: CV_TYPES,
  keyRequestsPerMinute: 0,
  addressRequestsPerMinute: 0,
  wrongKeysPerMinute: 1_000_000,
  requestsAtOnce: 1_000,
  // On a busy machine a new connection to the database, or a large batch, may take longer than callers would wait.
  databaseWaitMs: 30 * 60_000,
  workMsMax: 30 * 60_000,
  uploadLimits: {
    ...UPLOAD_LIMITS,
    bodiesOfAddress: 1e6,
    keptBytesOfAddress: 1e12,
    keptBytesOfCompany: 1e12,
  },
  answerLimits: {
    ...ANSWER_LIMITS,
    stalledOfAddress: 1_000_000,
    documentsOfAddress: 1_000_000,
    picturesOfAddress: 1_000_000,
  },
  spoolFolder: tmpdir(),
}
