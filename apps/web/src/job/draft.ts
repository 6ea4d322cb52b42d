import { useEffect, useEffectEvent } from 'react'
import { type FormValues, fieldNames, toForm } from './job-fields.ts'

/*
 * A new job that is not saved yet outlives a reload of its tab: the browser keeps it for this tab, until it is saved, or until the user
 * leaves the page, which asks first.
 */

const KEY = 'boardwalk-new-job'

/** What the tab keeps. `owner` is the user and the company: another user of the same tab does not get it. */
interface Draft {
  owner: string
  formId: string
  values: FormValues
}

/** Reads what the tab keeps. Undefined if it keeps nothing, or a form of another user or of an older version of the page. */
export function readDraft(owner: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isDraft(draft) && draft.owner === owner ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(draft: unknown): draft is Draft {
  if (typeof draft !== 'object' || draft === null || !('values' in draft) || !('formId' in draft)) return false
  const { values, formId } = draft
  if (typeof values !== 'object' || values === null || typeof formId !== 'string') return false
  const [empty, kept] = [toForm({}), new Map<string, unknown>(Object.entries(values))]
  return fieldNames.every((name) => {
    const value = kept.get(name)
    return Array.isArray(empty[name]) ? Array.isArray(value) : typeof value === typeof empty[name]
  })
}

/** Keeps the form of a new job while the tab is reloaded. `read` returns its values, or undefined if the user has changed nothing. */
export function useDraft({
  owner,
  formId,
  read,
}: Pick<Draft, 'owner' | 'formId'> & { read: () => FormValues | undefined }) {
  const store = useEffectEvent(() => {
    const values = read()
    const draft: Draft | undefined = values && { owner, formId, values }
    try {
      if (draft === undefined) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, JSON.stringify(draft))
    } catch {
      // The browser keeps nothing for this page, or the draft is too large. Then a reload loses it, after its question.
    }
  })
  useEffect(() => {
    const listen = () => store()
    addEventListener('pagehide', listen)
    // A telephone may end a page that is hidden without another event.
    document.addEventListener('visibilitychange', listen)
    return () => {
      removeEventListener('pagehide', listen)
      document.removeEventListener('visibilitychange', listen)
      sessionStorage.removeItem(KEY)
    }
  }, [])
}
