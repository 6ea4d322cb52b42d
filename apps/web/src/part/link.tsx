import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../language.tsx'
import { commonWords } from './words.ts'

type AnchorElement<Props> = Props & ElementProps<'a', Extract<keyof Props, string>>

/** A link to another page, within a text. */
export const TextLink = createLink((props: AnchorElement<AnchorProps>) => <Anchor {...props} />)

/** A link to another page that looks like a button. */
export const ButtonLink = createLink((props: AnchorElement<ButtonProps>) => <Button component="a" {...props} />)

/** An entry of the navigation. */
export const NavigationLink = createLink((props: AnchorElement<NavLinkProps>) => <NavLink component="a" {...props} />)

/** A link to an address outside of the back office, which opens in a new tab. */
export function NewTabLink({ children, ...props }: AnchorElement<AnchorProps> & { href: string }) {
  const words = useWords(commonWords)
  return (
    <Anchor target="_blank" rel="noopener" {...props}>
      {children} <IconExternalLink size={14} aria-label={words.opensInNewTab} />
    </Anchor>
  )
}

interface ItemLinkProps<Id> extends Pick<AnchorProps, 'className' | 'underline'> {
  id: Id
  title?: string
  /** A text in any script. */
  children: ReactNode
}

/** A link to the page of a job. */
export function JobLink({ id, children, ...props }: ItemLinkProps<number>) {
  return (
    <TextLink to="/jobs/$jobId" params={{ jobId: String(id) }} {...props}>
      <bdi>{children}</bdi>
    </TextLink>
  )
}

/** A link to the page of an application. */
export function ApplicationLink({ id, children, ...props }: ItemLinkProps<string>) {
  return (
    <TextLink to="/applications/$applicationId" params={{ applicationId: id }} {...props}>
      <bdi>{children}</bdi>
    </TextLink>
  )
}
