import type { FooterLink, PageSite } from './page-site.ts'
import { boardPath, directoryPath, feedPath, jobsJsonPath } from './site.ts'
import { siteWords } from './words/site-words.ts'

/** The foot of every page: whose board it is, what else there is for people, and for programs. */
export function Footer({ site }: { site: PageSite }) {
  const { locale, board } = site
  const { footer, board: boardWords } = siteWords[locale]
  const links = [
    { href: boardPath(locale), text: boardWords.link },
    { href: directoryPath(locale), text: boardWords.companies },
    ...site.slots.flatMap((slot) => slot.footerLinks?.(site) ?? []),
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
const Links = ({ links }: { links: FooterLink[] }) => (
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
