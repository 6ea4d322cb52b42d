import { useEffect } from 'react'
import { Loading } from '../part/loaded.tsx'

/**
 * Loads the address again. The server answers the address of a job's stored page with this web app while nobody is signed
 * in; this component renders after the sign-in, when the server answers with the stored page.
 */
export function StoredPage() {
  useEffect(() => window.location.reload(), [])
  return <Loading />
}
