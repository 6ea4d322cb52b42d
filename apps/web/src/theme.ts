import { DARK_ACCENT_SHADE, deriveBrand, LIGHT_ACCENT_SHADE } from '@boardwalk/schema/brand'
import { Badge, type CSSVariablesResolver, createTheme, virtualColor } from '@mantine/core'
import { board } from './board.ts'

/** Text on the accent: white on light pages, black on dark ones. */
const onAccent = 'var(--mantine-color-brand-contrast)'

export const theme = createTheme({
  colors: {
    accent: deriveBrand(board.color).shades,
    // Mantine finds the contrast of each scheme only for a virtual colour.
    brand: virtualColor({ name: 'brand', light: 'accent', dark: 'accent' }),
  },
  primaryColor: 'brand',
  primaryShade: { light: LIGHT_ACCENT_SHADE, dark: DARK_ACCENT_SHADE },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif',
  headings: { fontFamily: 'inherit' },
  components: {
    // Capitals are harder to read, and Arabic has none.
    Badge: Badge.extend({ defaultProps: { tt: 'none', miw: 'max-content' } }),
    // Named and not imported, because the first page has none of them.
    Checkbox: { defaultProps: { iconColor: onAccent } },
    Radio: { defaultProps: { iconColor: onAccent } },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': onAccent } }) },
    Modal: {
      styles: { title: { fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' } },
      // A dialog's header must not count as a second header of the page.
      defaultProps: { attributes: { header: { role: 'presentation' } } },
    },
  },
})

/** Replaces Mantine's greys and reds, whose contrast is too low for WCAG AA. */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': `var(--mantine-color-brand-${LIGHT_ACCENT_SHADE})`,
    '--mantine-color-yellow-light-color': '#6b4400',
    '--mantine-color-teal-light-color': '#055f45',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': `var(--mantine-color-brand-${DARK_ACCENT_SHADE})`,
  },
})
