/*
 * The colours of a board, made from the one that its operator chose. Text in them, and on them, has a contrast of at least 4.5 (WCAG AA),
 * in light and dark pages. The public site and the back office use the same.
 */

/** What text in the accent lies on, besides the tint. */
export const grounds = {
  light: { ground: '#f6f5f2', card: '#ffffff' },
  dark: { ground: '#12151a', card: '#1b2027' },
}

/** The colours of light pages, or of dark ones. */
interface SchemeColors {
  /** Links, and the ground of buttons. */
  accent: string
  /** Text on the accent, also under the pointer. */
  onAccent: string
  /** The accent of a button that is under the pointer. */
  accentOver: string
  /** A ground with a touch of the colour. */
  tint: string
}

export interface BrandColors {
  light: SchemeColors
  dark: SchemeColors
  /** From light to dark, as Mantine needs them. `LIGHT_ACCENT_SHADE` and `DARK_ACCENT_SHADE` are the accents. */
  shades: readonly [string, string, string, string, string, string, string, string, string, string]
}

export const LIGHT_ACCENT_SHADE = 7
export const DARK_ACCENT_SHADE = 3

const CONTRAST_MIN = 4.5

/** Makes the colours of a board from one such as `#3a3fc4`. They keep its hue, and change its lightness only if it cannot be read. */
export function deriveBrand(color: string): BrandColors {
  const chosen = toLch(color)
  const change = (lightness: number, chromaMax: number): Lch => ({
    ...chosen,
    lightness,
    chroma: Math.min(chosen.chroma, chromaMax),
  })
  const lightest = change(0.955, 0.018)
  const onLight = [toHex(lightest), ...Object.values(grounds.light)]
  const light = darkenUntilReadable(chosen, onLight)
  const dark = change(Math.max(chosen.lightness, 0.79), 0.15)
  // If the accent is almost black, the shades after it are lighter, so that a button still changes under the pointer.
  const last = { ...light, lightness: light.lightness > 0.25 ? light.lightness - 0.16 : 0.42 }
  const between = (one: Lch, other: Lch, share: number): string => toHex(mix(one, other, share))
  const shades: BrandColors['shades'] = [
    ...([toHex(lightest), between(lightest, dark, 1 / 3), between(lightest, dark, 2 / 3), toHex(dark)] as const),
    ...([between(dark, light, 1 / 4), between(dark, light, 1 / 2), between(dark, light, 3 / 4), toHex(light)] as const),
    ...([between(light, last, 1 / 2), toHex(last)] as const),
  ]
  return {
    light: { accent: shades[LIGHT_ACCENT_SHADE], onAccent: '#ffffff', accentOver: shades[8], tint: shades[0] },
    dark: {
      accent: shades[DARK_ACCENT_SHADE],
      onAccent: toHex(change(0.22, 0.08)),
      accentOver: shades[2],
      tint: toHex(change(0.3, 0.05)),
    },
    shades,
  }
}

/** The first letter of a name, which stands for a company or a board without a logo. */
export function findInitial(name: string): string {
  const [letter = ''] = name.match(/[\p{L}\p{N}]\p{M}*/u) ?? []
  return letter.toUpperCase()
}

/** The contrast of two colours by WCAG: from 1, for the same colour twice, to 21, for black and white. */
export function measureContrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [measureLuminance(one), measureLuminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function darkenUntilReadable(color: Lch, grounds: string[]): Lch {
  let readable = color
  while (grounds.some((ground) => measureContrast(toHex(readable), ground) < CONTRAST_MIN))
    readable = { ...readable, lightness: readable.lightness - 0.005 }
  return readable
}

/** A colour of OKLCH, where colours of one lightness look equally light. Hue is in radians. */
interface Lch {
  lightness: number
  chroma: number
  hue: number
}

const mix = (one: Lch, other: Lch, share: number): Lch => ({
  lightness: one.lightness + (other.lightness - one.lightness) * share,
  chroma: one.chroma + (other.chroma - one.chroma) * share,
  hue: one.hue,
})

type Triple = [number, number, number]

const readChannels = (hex: string): Triple => {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255].map((byte) => toLinear(byte / 255)) as Triple
}
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function measureLuminance(hex: string): number {
  const [red, green, blue] = readChannels(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// The numbers are those of Björn Ottosson's OKLab, as CSS Color 4 has them.
function toLch(hex: string): Lch {
  const [r, g, b] = readChannels(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const yellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, yellow),
    hue: Math.atan2(yellow, a),
  }
}

/** The nearest colour of a screen: with less chroma, if a screen cannot show as much. */
function toHex({ lightness, chroma, hue }: Lch): string {
  const [a, yellow] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * yellow) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * yellow) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * yellow) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  const isShown = channels.every((channel) => channel > -0.001 && channel < 1.001)
  if (!isShown && chroma > 0) return toHex({ lightness, chroma: Math.max(chroma - 0.004, 0), hue })
  const bytes = channels.map((channel) => Math.round(255 * toGamma(Math.min(Math.max(channel, 0), 1))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
