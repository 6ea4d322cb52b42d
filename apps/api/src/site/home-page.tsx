import { Layout, renderDocument } from './layout.tsx'

/** Renders the page at the root. The board has no page of its own yet, so this one is for the person who set it up. */
export function renderHomePage(): string {
  return renderDocument(
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
