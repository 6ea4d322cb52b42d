import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'

type AnchorElement<Props> = Props & ElementProps<'a', Extract<keyof Props, string>>

/** A link to another page, within a text. */
export const TextLink = createLink((props: AnchorElement<AnchorProps>) => <Anchor {...props} />)

/** A link to another page that looks like a button. */
export const ButtonLink = createLink((props: AnchorElement<ButtonProps>) => <Button component="a" {...props} />)

/** An entry of the navigation. */
export const NavigationLink = createLink((props: AnchorElement<NavLinkProps>) => <NavLink component="a" {...props} />)
