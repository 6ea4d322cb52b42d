import type { PageSite } from './page-site.ts'
import { boardPath, companyPath, directoryPath, feedPath, jobsJsonPath, rssPath } from './site.ts'
import { alertPageWords } from './words/alert-pages.ts'
import { siteWords } from './words/site-words.ts'

/** The foot of every page: whose board it is, what else there is for people, and for programs. */
export function Footer({ site }: { site: PageSite }) {
  const { locale, board } = site
  const alerts = alertPageWords[locale]
  const { footer, board: boardWords } = siteWords[locale]
  const list = site.company ? companyPath(locale, site.company) : boardPath(locale)
  const links = [
    { href: boardPath(locale), text: boardWords.link },
    { href: directoryPath(locale), text: boardWords.companies },
    { href: rssPath(list), text: alerts.jobsInRss },
    { href: board.imprintUrl, text: footer.imprint },
    { href: board.privacyUrl, text: footer.privacy },
    { href: board.contactEmail && `mailto:${board.contactEmail}`, text: footer.contact },
  ]
  const feeds = [
    { href: '/api/docs', text: footer.reference },
    { href: site.company ? feedPath(locale, site.company) : '/feed.xml', text: footer.jobsInXml },
    { href: site.company ? jobsJsonPath(locale, site.company) : '/jobs.json', text: footer.jobsInJson },
  ]
  return (
    <footer className="foot">
      <div>
        {board.name && (
          <a className="name" href={boardPath(locale)}>
            <bdi>{board.name}</bdi>
          </a>
        )}
        <Links links={links} />
      </div>
      <div>
        <p>{footer.forDevelopers}</p>
        <Links links={feeds} />
      </div>
    </footer>
  )
}

/** A list of links. One without an address is left out. */
const Links = ({ links }: { links: { href: string | null; text: string }[] }) => (
  <ul>
    {links.map(
      ({ href, text }) =>
        href && (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ),
    )}
  </ul>
)
