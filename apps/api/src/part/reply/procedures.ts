import { ApplicationStatus } from '@boardwalk/schema/application'
import { STATUSES_MAX } from '@boardwalk/schema/limits'
import { z } from 'zod'
import { signedIn } from '../../router/back-office-procedure.ts'
import { listReplies, previewReplies, sendReplies, takeBackReplies } from './reply.ts'
import {
  DELAYS_MINUTES,
  getReplyRules,
  previewKeyRefusals,
  previewTemplate,
  saveTemplate,
  setReplyRules,
} from './rules.ts'
import { ReplyKind, Template, TemplateAddress } from './template.ts'

const ApplicationId = z.string().max(100)

/** Each application once. */
const several = <Item extends z.ZodType>(item: Item, getId: (value: z.output<Item>) => string) =>
  z
    .array(item, { error: `must be a list of 1 to ${STATUSES_MAX} applications` })
    .min(1, { error: `must be a list of 1 to ${STATUSES_MAX} applications` })
    .max(STATUSES_MAX, { error: `must be a list of 1 to ${STATUSES_MAX} applications` })
    .refine((items) => new Set(items.map(getId)).size === items.length, { error: 'must name each application once' })

const Ids = several(ApplicationId, (id) => id)
const DelayMinutes = z.literal(DELAYS_MINUTES)
const Revision = z.int().min(0)
const Message = { kind: ReplyKind, status: ApplicationStatus.optional() }

export const procedures = {
  reply: {
    list: signedIn.input(z.object({ ids: Ids })).query(({ ctx, input }) => listReplies(ctx.deps, ctx.actor, input)),
    /** Shows the mails that `send` would send. */
    preview: signedIn
      .input(z.object({ ...Message, ids: Ids }))
      .query(({ ctx, input }) => previewReplies(ctx.deps, ctx.actor, input)),
    /** Replies to people. `seen` comes from the preview of the same people and kind. */
    send: signedIn
      .input(
        z.object({
          ...Message,
          people: several(z.object({ id: ApplicationId, from: ApplicationStatus }), ({ id }) => id),
          seen: z.string().max(100),
        }),
      )
      .mutation(({ ctx, input }) => sendReplies(ctx.deps, ctx.actor, input)),
    takeBack: signedIn
      .input(z.object({ kind: ReplyKind, ids: Ids }))
      .mutation(({ ctx, input }) => takeBackReplies(ctx.deps, ctx.actor, input)),
  },
  replyRules: {
    get: signedIn.query(({ ctx }) => getReplyRules(ctx.deps, ctx.actor)),
    set: signedIn
      .input(
        z.object({
          delayMinutes: DelayMinutes,
          tellsKeyRefusals: z.boolean(),
          seen: z.string().max(100).optional(),
          revision: Revision,
        }),
      )
      .mutation(({ ctx, input }) => setReplyRules(ctx.deps, ctx.actor, input)),
    /** Shows what people would get for a refusal that a key sets. */
    previewKeyRefusals: signedIn
      .input(z.object({ delayMinutes: DelayMinutes }))
      .query(({ ctx, input }) => previewKeyRefusals(ctx.deps, ctx.actor, input)),
    /** Saves a template. With null, the company takes that of the board. */
    saveTemplate: signedIn
      .input(TemplateAddress.extend({ template: Template.nullable(), revision: Revision }))
      .mutation(({ ctx, input }) => saveTemplate(ctx.deps, ctx.actor, input)),
    previewTemplate: signedIn
      .input(TemplateAddress.extend({ template: Template }))
      // A mutation, although it changes nothing: only pages of this server may call one.
      .mutation(({ ctx, input }) => previewTemplate(ctx.deps, ctx.actor, input)),
  },
}
