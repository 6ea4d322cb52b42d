import { Badge, type CSSVariablesResolver, createTheme, type MantineColorsTuple, Modal } from '@mantine/core'

/** Shades of the back office's blue. White on shades 7 and 6 has a contrast of 7 and 5. */
const brand: MantineColorsTuple = [
  '#e9f5fb',
  '#d3e7f3',
  '#a5cee6',
  '#73b3d8',
  '#4c9dcc',
  '#348fc5',
  '#1a75aa',
  '#0b5c8a',
  '#094d74',
  '#053c5c',
]

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif',
  headings: { fontFamily: 'inherit' },
  components: {
    // Capitals are harder to read, and Arabic has none.
    Badge: Badge.extend({ defaultProps: { tt: 'none', miw: 'max-content' } }),
    Modal: Modal.extend({
      styles: { title: { fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' } },
      // A dialog's header must not count as a second header of the page.
      defaultProps: { attributes: { header: { role: 'presentation' } } },
    }),
  },
})

/** Replaces Mantine's greys and reds, whose contrast is too low for WCAG AA. */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-7)',
    '--mantine-color-yellow-light-color': '#6b4400',
    '--mantine-color-teal-light-color': '#055f45',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
  },
})
