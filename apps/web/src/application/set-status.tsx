import { STATUSES_MAX } from '@boardwalk/schema/limits'
import { applicationStatuses } from '@boardwalk/schema/words/application-labels'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLanguage, useWords } from '../language.tsx'
import { createMessagePlace, Failure } from '../part/message.tsx'
import { type Answers, type BackOfficeError, client, queryClient, trpc } from '../trpc.ts'
import { usePersonName } from './applicant.tsx'
import { applicationListWords } from './list-words.ts'
import type { Status } from './status.tsx'
import { applicationWords } from './words.ts'

/** An application with the status that the user sees. */
export type Shown = Pick<Answers['application']['list']['applications'][number], 'id' | 'firstName' | 'lastName'> & {
  status: Status
  isErased: boolean
}

type Change = { id: string; status: Status; from: Status }
type Line = Answers['application']['list']['applications'][number]

/** How long a user can undo a status by the message about it. */
const UNDO_MS = 10_000
const SCOPE = { id: 'status' }
const place = createMessagePlace()
/** A message names this many applications that kept their status. */
const KEPT_MAX = 10

/** On a phone the thumb's links are at the bottom. Elsewhere the name of the applicant is at the top. */
const findPosition = () => (window.matchMedia('(max-width: 48em)').matches ? 'top-center' : 'bottom-center')

/** Undoes what the message on the screen is about. */
let undoLast: (() => void) | undefined

/** Undoes the last status, as long as its message is shown. */
export const undoLastStatus = () => undoLast?.()

/** Shows new statuses in every list and page that is loaded. */
function showStatuses(shown: ReadonlyMap<string, Status>): void {
  const change = <Row extends { id: string; status: Status }>(row: Row): Row => ({
    ...row,
    status: shown.get(row.id) ?? row.status,
  })
  queryClient.setQueriesData<Answers['application']['list']>(
    trpc.application.list.pathFilter(),
    (list) => list && { ...list, applications: list.applications.map(change) },
  )
  for (const id of shown.keys())
    queryClient.setQueryData(trpc.application.get.queryKey({ id }), (application) => application && change(application))
}

/** Stops reads of lists that have begun: they may not know the statuses that are shown. */
const stopReads = () =>
  queryClient.cancelQueries({
    ...trpc.application.list.pathFilter(),
    predicate: ({ state }) => state.data !== undefined,
  })

/** Whether no other statuses wait to be set. */
const isLast = () => queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === SCOPE.id }) === 1

/**
 * Reads again what depends on a status. A list that the user goes through keeps its rows, so that none moves. While other statuses wait to
 * be set, the page shows these, and what is stored is read after the last one.
 */
async function readAgain(ids: string[], keepsList: boolean): Promise<void> {
  const refetchType = isLast() ? 'active' : 'none'
  await Promise.all([
    queryClient.invalidateQueries({
      ...trpc.application.list.pathFilter(),
      refetchType: keepsList ? 'none' : refetchType,
    }),
    queryClient.invalidateQueries(trpc.application.countByStatus.pathFilter()),
    ...ids.map((id) => queryClient.invalidateQueries({ ...trpc.application.get.queryFilter({ id }), refetchType })),
  ])
}

type Outcome = Answers['application']['setStatuses'] & {
  /** Why the calls for the last changes were not made, or have no answer. */
  failure?: { error: BackOfficeError; changes: Change[] }
}

/** Sets statuses by as many calls as it takes. After one that failed, it makes no other. Throws if the first one fails. */
async function setStatuses({ changes }: { changes: Change[] }): Promise<Outcome> {
  const outcome: Outcome = { changed: [], left: [] }
  for (let start = 0; start < changes.length; start += STATUSES_MAX) {
    const part = changes.slice(start, start + STATUSES_MAX)
    try {
      const { changed, left } = await client.application.setStatuses.mutate({ changes: part })
      outcome.changed.push(...changed)
      outcome.left.push(...left)
    } catch (error) {
      if (start === 0) throw error
      // The client throws no other errors.
      return { ...outcome, failure: { error: error as BackOfficeError, changes: changes.slice(start) } }
    }
  }
  return outcome
}

/**
 * Returns a function that sets the status of applications. The new status appears at once, and a message offers to undo it. What an
 * ATS or another user changed in the meantime stays, and the message names it.
 */
export function useSetStatus({ keepsList }: { keepsList: boolean }) {
  const words = useWords(applicationListWords)
  const applicationTexts = useWords(applicationWords)
  const { locale } = useLanguage()
  const personName = usePersonName()
  const set = useMutation<Outcome, BackOfficeError, { changes: Change[] }>({
    mutationFn: setStatuses,
    // One after the other, because each names the status that the one before has set.
    scope: SCOPE,
    async onMutate({ changes }) {
      for (const { id } of changes) await queryClient.cancelQueries(trpc.application.get.queryFilter({ id }))
      await stopReads()
      showStatuses(new Map(changes.map(({ id, status }) => [id, status])))
      if (changes.length > STATUSES_MAX) showProgress(changes.length)
    },
    async onSuccess({ changed, left, failure }, { changes }) {
      await stopReads()
      if (isLast()) showStatuses(new Map(changes.map(({ id, status }) => [id, status])))
      showStatuses(new Map(left.map(({ id, status }) => [id, status])))
      showStatuses(new Map(failure?.changes.map(({ id, from }) => [id, from])))
      const made = changes.filter(({ id }) => changed.includes(id))
      showMessage(made, left, failure)
      await readAgain(
        changes.map(({ id }) => id),
        keepsList,
      )
    },
    async onError(error, { changes }) {
      showStatuses(new Map(changes.map(({ id, from }) => [id, from])))
      place.show({ color: 'red', message: <Failure error={error} />, autoClose: false })
      await readAgain(
        changes.map(({ id }) => id),
        keepsList,
      )
    },
  })

  function showProgress(count: number): void {
    place.show({
      loading: true,
      position: findPosition(),
      autoClose: false,
      withCloseButton: false,
      message: words.setting(count),
    })
  }

  /** What the message says, by the name of the person if it is about one application. */
  function describe(made: Change[]): string {
    const [first] = made
    if (first === undefined) return ''
    const status = applicationStatuses[first.status][locale]
    const row = queryClient.getQueryData(trpc.application.get.queryKey({ id: first.id }))
    if (made.length === 1 && row !== undefined) return words.setOne(personName(row), status)
    // An undo may give the applications different statuses.
    return made.every((each) => each.status === first.status)
      ? words.setSeveral(made.length, status)
      : applicationTexts.statusSaved
  }

  function nameKept(left: Line[]): string {
    const names = left
      .slice(0, KEPT_MAX)
      .map((row) => words.keptOne(personName(row), applicationStatuses[row.status][locale]))
    return (left.length > KEPT_MAX ? [...names, words.keptMore(left.length - KEPT_MAX)] : names).join(', ')
  }

  function showMessage(made: Change[], left: Line[], failure: Outcome['failure']): void {
    const undo = () => {
      place.hide()
      set.mutate({ changes: made.map(({ id, status, from }) => ({ id, status: from, from: status })) })
    }
    place.show({
      ...(made.length > 0 && { title: applicationTexts.statusSaved }),
      ...(left.length > 0 && { color: 'yellow' }),
      ...(failure && { color: 'red' }),
      position: findPosition(),
      autoClose: failure ? false : UNDO_MS,
      onClose: () => {
        undoLast = undefined
      },
      message: (
        <Stack gap="xs">
          <Text size="sm" c="var(--mantine-color-text)">
            {describe(made)}
          </Text>
          {left.length > 0 && (
            <Text size="sm" c="var(--mantine-color-text)">
              {words.kept} {nameKept(left)}
            </Text>
          )}
          {failure && (
            <>
              <Text size="sm" c="var(--mantine-color-text)">
                {words.unsure(failure.changes.length)}
              </Text>
              <Failure error={failure.error} />
            </>
          )}
          {made.length > 0 && (
            <Group>
              <Button size="xs" variant="default" onClick={undo} aria-keyshortcuts="U">
                {words.undo}
              </Button>
            </Group>
          )}
        </Stack>
      ),
    })
    if (made.length > 0) undoLast = undo
  }

  return (applications: readonly Shown[], status: Status) => {
    const changes = applications
      .filter((each) => !each.isErased && each.status !== status)
      .map(({ id, status: from }) => ({ id, status, from }))
    if (changes.length > 0) set.mutate({ changes })
  }
}
