import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrandColors, deriveBrand, grounds } from '@boardwalk/schema/brand'

export const STYLESHEET_PATH = '/site.css'

/** The build puts it beside the program. */
const RULES_FILE = new URL('./site.css', import.meta.url)

function printColors(scheme: keyof typeof grounds, colors: BrandColors): string {
  const { accent, onAccent, accentOver, tint } = colors[scheme]
  const { ground, card } = grounds[scheme]
  return `:root { --ground: ${ground}; --card: ${card}; --accent: ${accent}; --on-accent: ${onAccent}; --accent-over: ${accentOver}; --tint: ${tint}; }`
}

const printStylesheet = (colors: BrandColors): string => `
${printColors('light', colors)}
@media (prefers-color-scheme: dark) { ${printColors('dark', colors)} }
${readFileSync(RULES_FILE, 'utf8')}`

interface Stylesheet {
  text: string
  /** A hash of the text. The address has it, so a browser may keep each version for ever. */
  version: string
  address: string
  colors: BrandColors
}

const stylesheets = new Map<string, Stylesheet>()

/** Finds the style of a board with this colour. It is made once, because every page has its address. */
export function findStylesheet(color: string): Stylesheet {
  const known = stylesheets.get(color)
  if (known !== undefined) return known
  const colors = deriveBrand(color)
  const text = printStylesheet(colors)
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const made = { text, version, address: `${STYLESHEET_PATH}?v=${version}`, colors }
  stylesheets.set(color, made)
  return made
}
