import type { BackOfficeRouter } from '@boardwalk/api/back-office'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCClientErrorLike } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'

/** What the server refused, or why it was not reached. */
export type BackOfficeError = TRPCClientErrorLike<BackOfficeRouter>

/** What the procedures answer. */
export type Answers = inferRouterOutputs<BackOfficeRouter>

export const isSignInRequired = (error: unknown) =>
  error instanceof TRPCClientError && error.data?.code === 'sign_in_required'

/** The server judged the request: asking again would change nothing. */
const isRefusal = (error: unknown) => error instanceof TRPCClientError && (error.data?.httpStatus ?? 500) < 500

/** A session that has ended shows wherever a procedure says so; `me` then brings up the sign-in form. */
function onError(error: unknown) {
  if (isSignInRequired(error)) void queryClient.invalidateQueries(trpc.session.me.queryFilter())
}

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: (failures, error) => !isRefusal(error) && failures < 2 } },
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isMe = query.queryHash === JSON.stringify(trpc.session.me.queryKey())
      if (!isMe) onError(error)
    },
  }),
  mutationCache: new MutationCache({ onError }),
})

const client = createTRPCClient<BackOfficeRouter>({
  links: [httpBatchLink({ url: '/trpc', methodOverride: 'POST', maxItems: 20 })],
})

/** The server's procedures, as options for queries and mutations. */
export const trpc = createTRPCOptionsProxy<BackOfficeRouter>({ client, queryClient })
