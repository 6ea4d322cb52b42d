import type { BackOfficeRouter } from '@boardwalk/api/back-office'
import { notifications, notificationsStore } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCClientErrorLike } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'

/** An error of the server, or of the connection to it. */
export type BackOfficeError = TRPCClientErrorLike<BackOfficeRouter>

/** The answers of the procedures. */
export type Answers = inferRouterOutputs<BackOfficeRouter>

export const isSignInRequired = (error: unknown) =>
  error instanceof TRPCClientError && error.data?.code === 'sign_in_required'

/** Makes the error of a call that did not reach the server. */
export const createUnreachable = (): BackOfficeError => new TRPCClientError('The server cannot be reached')

/** Whether the server refused the request itself, so that it would refuse the same request again. */
export const isRefusal = (error: unknown) => error instanceof TRPCClientError && (error.data?.httpStatus ?? 500) < 500

/** Asks for `me` again after a procedure answered that the session has ended. The answer of `me` opens the sign-in form. */
function onError(error: unknown) {
  if (isSignInRequired(error)) void queryClient.invalidateQueries(trpc.session.me.queryFilter())
}

/** Hides every message, and calls its `onClose`, which `notifications.clean` does not. */
export function hideMessages(): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id !== undefined) notifications.hide(id)
}

/**
 * Without a connection, a call fails at once. TanStack Query would keep the call until the connection is back, and then do what
 * the user has cancelled in the meantime.
 */
const networkMode = 'always'

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      refetchOnReconnect: true,
      staleTime: 5e3,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
    },
    mutations: { networkMode },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isMe = query.queryHash === JSON.stringify(trpc.session.me.queryKey())
      if (!isMe) onError(error)
    },
  }),
  mutationCache: new MutationCache({
    onError(error) {
      // A message about an earlier success would cover the error, which is at the top of the page.
      hideMessages()
      onError(error)
    },
  }),
})

/** Calls the server's procedures. Pages call them by `trpc`, unless one change takes several calls. */
export const client = createTRPCClient<BackOfficeRouter>({
  links: [httpBatchLink({ url: '/trpc', methodOverride: 'POST', maxItems: 20 })],
})

/** The server's procedures, as options for queries and mutations. */
export const trpc = createTRPCOptionsProxy<BackOfficeRouter>({ client, queryClient })

/**
 * Options of a mutation: after it, load again the data that it concerns, call `close`, and show a message. The message comes last, so
 * that what a user does in answer to it finds the page in its new state: a saved form has nothing left to lose.
 */
export const afterChange = (message: string, changed: QueryFilters, close?: () => void) => ({
  async onSuccess() {
    // The list first shows its new state. Otherwise the focus would return to a button that is about to go.
    await queryClient.invalidateQueries(changed)
    close?.()
    notifications.show({ message })
  },
})
