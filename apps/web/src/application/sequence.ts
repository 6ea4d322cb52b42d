import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PAGE_SIZE } from '../part/list.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'

/** What selects applications, as the address of the list has it. */
export type Lookup = Omit<Parameters<typeof trpc.application.list.queryOptions>[0] & object, 'pageSize'>

/** An application of the list, and the page of the list that has it. */
export interface Place {
  id: string
  page: number
}

interface Sequence {
  rows: Answers['application']['list']['applications']
  total: number
  /** The number of the application in the list, from 1. Undefined if the list does not have it. */
  position: number | undefined
  previous: Place | undefined
  next: Place | undefined
}

const listOptions = ({ page = 1, ...lookup }: Lookup) =>
  trpc.application.list.queryOptions({ ...lookup, page, pageSize: PAGE_SIZE })

/** The row before the first or after the last is loaded when the user comes this near. */
const NEAR = 3

/**
 * Finds where an application is in its list, and which come before and after it, also on the list's other pages. If it has left the
 * list, for example because its status changed, the one that took its place is the next.
 */
export function useSequence(id: string, lookup: Lookup): Sequence {
  const { page = 1 } = lookup
  const list = useQuery({ ...listOptions(lookup), placeholderData: keepPreviousData })
  const { applications: rows = [], total = 0 } = list.data ?? {}
  const index = rows.findIndex((row) => row.id === id)
  const [last, setLast] = useState({ page, index: -1 })
  const isNew = last.index !== index || last.page !== page
  if (index >= 0 && !list.isPlaceholderData && isNew) setLast({ page, index })

  const isNearEnd = index >= rows.length - NEAR && page * PAGE_SIZE < total
  const isNearStart = index >= 0 && index < NEAR && page > 1
  const after = useQuery({ ...listOptions({ ...lookup, page: page + 1 }), enabled: isNearEnd })
  const before = useQuery({ ...listOptions({ ...lookup, page: page - 1 }), enabled: isNearStart })

  const around = findAround(rows, index >= 0 || last.page !== page ? index : undefined, last.index)
  const previous =
    toPlace(around.previous, page) ?? (isNearStart ? toPlace(before.data?.applications.at(-1), page - 1) : undefined)
  const next = toPlace(around.next, page) ?? (isNearEnd ? toPlace(after.data?.applications[0], page + 1) : undefined)

  const nextId = next?.id
  useEffect(() => {
    if (nextId === undefined) return
    void queryClient.prefetchQuery(trpc.application.get.queryOptions({ id: nextId }))
    void queryClient.prefetchQuery(trpc.application.listNotes.queryOptions({ id: nextId }))
  }, [nextId])

  return { rows, total, position: index < 0 ? undefined : (page - 1) * PAGE_SIZE + index + 1, previous, next }
}

const toPlace = (row: { id: string } | undefined, page: number): Place | undefined => row && { id: row.id, page }

/** Finds the rows around an index. If it is undefined, the row at `lastIndex` has left the list, and the next took its place. */
function findAround<Row>(rows: Row[], index: number | undefined, lastIndex: number) {
  const at = index ?? lastIndex
  if (at < 0) return { previous: undefined, next: undefined }
  return { previous: rows[at - 1], next: rows[index === undefined ? at : at + 1] }
}
