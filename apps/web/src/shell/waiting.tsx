import { useLanguage } from '../language.tsx'

/** What index.html shows until the code has loaded, and the app until the server has said who is signed in. */
export function Waiting() {
  const { words } = useLanguage()
  return (
    <main className="waiting">
      <p>Boardwalk</p>
      <p role="status">{words.loading}</p>
    </main>
  )
}
