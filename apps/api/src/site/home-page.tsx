import { documentOf, Layout } from './layout.tsx'

/** What stands at the root: a board has no page of its own yet, so it shows whoever set it up where to go. */
export function homePage(): string {
  return documentOf(
    <Layout locale="en" title="Boardwalk">
      <section className="card note">
        <h1>Boardwalk</h1>
        <p>A job board that an applicant-tracking system can drive. Each company has pages of its own here.</p>
        <p>
          <a href="/api/docs">Reference of the integration API</a>
        </p>
      </section>
    </Layout>,
  )
}
