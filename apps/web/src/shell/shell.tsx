import { Anchor, Burger, Text } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useWords } from '../language.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { TextLink } from '../part/link.tsx'
import { Loading } from '../part/page.tsx'
import { commonWords } from '../part/words.ts'
import { SignOut, useMe } from '../user/session.tsx'
import { Appearance, Mark } from './entrance.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { SuspendedCompany } from './suspended.tsx'
import { shellWords } from './words.ts'

/** The frame of every page with a session: the company, the navigation, the settings of the browser, and the user. */
export function Shell() {
  const words = useWords(shellWords)
  const common = useWords(commonWords)
  const { email, company } = useMe()
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every new page.
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className={classes.shell}>
      <Anchor href="#main" className={classes.skip} onClick={skipToContent}>
        {words.skip}
      </Anchor>
      <header className={classes.header}>
        <Burger
          className={classes.burger}
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={words.menu}
          aria-expanded={isOpen}
          aria-controls="navigation"
          size="sm"
        />
        <Mark size={28} />
        <TextLink to="/" fw={600} c="inherit">
          <bdi>{company.name}</bdi>
        </TextLink>
        <PaletteButton />
      </header>
      <div id="navigation" className={classes.side} data-open={isOpen || undefined}>
        <div className={classes.inner}>
          <Navigation />
          <section className={classes.person} aria-label={common.pageNames.account}>
            <Appearance />
            <Text size="sm" c="dimmed" dir="ltr" ta="center" className={classes.email}>
              {email}
            </Text>
            <SignOut />
          </section>
        </div>
      </div>
      <main id="main" tabIndex={-1} className={classes.main}>
        <SuspendedCompany />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

function skipToContent(event: { preventDefault: () => void }) {
  // The browser's default would add a step to the history.
  event.preventDefault()
  document.getElementById('main')?.focus()
}
