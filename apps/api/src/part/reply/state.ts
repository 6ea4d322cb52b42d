import { definePartState } from '../../part-state.ts'
import { createReplyLimit } from './limit-store.ts'
import { createApplicantLinkStore } from './link-store.ts'
import { createReplyStore } from './reply-store.ts'
import { createReplyRulesStore } from './rules-store.ts'

/** Reads the stores of this part. */
export const replying = definePartState(({ createStore, createLimiter }) => ({
  replies: createStore(createReplyStore),
  replyRules: createStore(createReplyRulesStore),
  applicantLinks: createStore(createApplicantLinkStore),
  replyLimit: createStore(() => createReplyLimit(createLimiter)),
}))
