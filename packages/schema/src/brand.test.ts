import { expect, it, test } from 'vitest'
import { deriveBrand, grounds, measureContrast } from './brand.ts'

const colors = [
  '#3a3fc4',
  '#ffee00',
  '#000000',
  '#ffffff',
  '#808080',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#00ffff',
  '#ff00ff',
  '#ff7a00',
  '#0b5c8a',
  '#00a86b',
  '#0a0a40',
  '#f5c6d6',
  '#7b3f00',
]

it.each(colors.flatMap((color) => (['light', 'dark'] as const).map((scheme) => [color, scheme] as const)))(
  'with %s as the board’s colour, everything in the colours of %s pages can be read',
  (color, scheme) => {
    const { accent, onAccent, accentOver, tint } = deriveBrand(color)[scheme]
    const { ground, card } = grounds[scheme]
    const pairs = { ground: [accent, ground], card: [accent, card], tint: [accent, tint], button: [onAccent, accent] }
    const contrasts = Object.entries({ ...pairs, pointer: [onAccent, accentOver] }).map(
      ([name, [text = '', on = '']]) => [name, measureContrast(text, on)] as const,
    )
    expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toEqual([])
    expect(accentOver).not.toBe(accent)
  },
)

it.each(colors)('with %s, the back office’s text on its light grounds can be read', (color) => {
  const { shades } = deriveBrand(color)
  // Mantine's light variant: shade 9 on shade 1.
  expect(measureContrast(shades[9], shades[1])).toBeGreaterThanOrEqual(4.5)
  expect(shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))).toBe(true)
})

test('a colour that can be read stays as it is: the default is the accent of light pages', () => {
  expect(deriveBrand('#3a3fc4').light).toEqual({
    accent: '#3a3fc4',
    onAccent: '#ffffff',
    accentOver: '#2a22a9',
    tint: '#ecf0fd',
  })
})

test('the contrast of two colours is that of WCAG', () => {
  expect(measureContrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(measureContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
