import { useEffect } from 'react'
import { Loading } from '../part/loaded.tsx'

/**
 * Stands at the address of a job's stored page while nobody is signed in, for the server shows that page to its
 * administrators only: whoever has signed in here is given it.
 */
export function StoredPage() {
  useEffect(() => window.location.reload(), [])
  return <Loading />
}
