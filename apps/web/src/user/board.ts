import { useQuery } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'

/** What this board can do. `isKnown` is false until the server has said it; without its answer, the board sends no mail. */
export function useBoard(): { sendsMail: boolean; isKnown: boolean } {
  const { data, isPending } = useQuery(
    trpc.session.board.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  )
  return { sendsMail: data?.sendsMail ?? false, isKnown: !isPending }
}
