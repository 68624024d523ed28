import { describe, expect, test } from 'vitest'
import { contrast, lightOf, readColour } from './contrast'
import { dark, declarations, light, type Palette } from './palette'
import { elevation, token } from './tokens'

/** The linear light of a colour of the palette. */
const linear = (hex: string) => {
  const colour = readColour(hex)
  if (!colour) throw new Error(`not an opaque colour: ${hex}`)
  return lightOf(colour)
}
/** The lowest ratio over the eight possible backgrounds. */
const worst = (hex: string, { surface }: Palette) =>
  Math.min(
    ...[
      surface.canvas,
      surface.sidebar,
      surface.base,
      surface.raised,
      surface.subtle,
      surface.hover,
      surface.selected,
      surface.unread,
    ].map((ground) => contrast(hex, ground)),
  )

describe('the ratio itself', () => {
  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#777777', '#FFFFFF', 4.48],
    ['#2F54D6', '#fff', 6.25],
    ['rgb(19 24 33)', '#131821', 1],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBe(contrast(one, other))
  })
  test('is not defined for colours that are not opaque', () =>
    expect(() => contrast('#00000080', '#FFFFFF')).toThrow('not an opaque colour'))
})

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_name, palette) => {
  const { text, accent, tone, border, focus, surface, chart } = palette

  test.each([
    ['primary', text.primary],
    ['secondary', text.secondary],
    ['muted', text.muted],
    ['accent', accent.text],
    ...Object.entries(tone).map(([name, { fg }]): [string, string] => [name, fg]),
  ])('%s text reads on every background', (_role, hex) => expect(worst(hex, palette)).toBeGreaterThanOrEqual(4.5))

  test.each([
    ['control border', border.control],
    ['focus ring', focus],
  ])('the %s is seen on every background', (_role, hex) => expect(worst(hex, palette)).toBeGreaterThanOrEqual(3))

  test.each([
    ['solid', accent.solid],
    ['hover', accent.hover],
    ['active', accent.active],
  ])('white text reads on accent %s', (_role, hex) => expect(contrast(text.onSolid, hex)).toBeGreaterThanOrEqual(4.5))

  test.each(Object.entries(tone))(
    'text has enough contrast on the solids and the tint of %s',
    (_role, { solid, hover, onSolid, fg, tint }) => {
      expect(contrast(onSolid, solid)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(onSolid, hover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(fg, tint)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('inverse text, text on the accent tint, and links on it have enough contrast', () => {
    expect(contrast(text.inverse, surface.inverse)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(accent.text, accent.tint)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text.primary, accent.tint)).toBeGreaterThanOrEqual(4.5)
  })

  test('marks in a solid hue have enough contrast on a surface; warning always has a text', () => {
    const { warning: _never, ...marks } = tone
    for (const hex of [accent.solid, ...Object.values(marks).map(({ solid }) => solid)]) {
      expect(contrast(hex, surface.base), hex).toBeGreaterThanOrEqual(3)
    }
  })

  test('inputs: value, placeholder, border and error border have enough contrast on the background of a field', () => {
    expect(contrast(text.primary, surface.field)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text.muted, surface.field)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(border.control, surface.field)).toBeGreaterThanOrEqual(3)
    expect(contrast(tone.danger.solid, surface.field)).toBeGreaterThanOrEqual(3)
    expect(contrast(tone.danger.solid, surface.raised)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(chart))('chart colour %s has enough contrast on a surface', (_number, hex) =>
    expect(contrast(hex, surface.base)).toBeGreaterThanOrEqual(3),
  )
})

/** The ratios that the look prints (section 2), on the surface and on the worst background: a changed value requires a change of the page. */
test.each([
  ['border-control', light, light.border.control, 3.73, 3.21],
  ['text-primary', light, light.text.primary, 17.8, 15.3],
  ['text-secondary', light, light.text.secondary, 8.94, 7.7],
  ['text-muted', light, light.text.muted, 5.89, 5.07],
  ['accent-text', light, light.accent.text, 7.49, 6.45],
  ['focus', light, light.focus, 6.25, 5.38],
  ['border-control', dark, dark.border.control, 4.1, 3.5],
  ['text-primary', dark, dark.text.primary, 15.3, 13.1],
  ['text-secondary', dark, dark.text.secondary, 9.41, 8.04],
  ['text-muted', dark, dark.text.muted, 6.34, 5.42],
  ['accent-text', dark, dark.accent.text, 7.93, 6.78],
  ['focus', dark, dark.focus, 7.68, 6.56],
] as const)('%s has the contrast that the look says', (_role, palette, hex, onSurface, least) => {
  // Printed with three digits.
  expect(Math.abs(contrast(hex, palette.surface.base) / onSurface - 1)).toBeLessThan(0.005)
  expect(Math.abs(worst(hex, palette) / least - 1)).toBeLessThan(0.005)
})

test.each([
  ['light', light, [4.63, 3.18, 9.31, 6.47, 12.9, 3.21]],
  ['dark', dark, [6.43, 8.51, 11.3, 5.61, 13.7, 3.1]],
] as const)('%s: the chart colours have the contrast that the look says', (_name, { chart, surface }, ratios) => {
  Object.values(chart).forEach((hex, at) =>
    expect(Math.abs(contrast(hex, surface.base) / ratios[at]! - 1), hex).toBeLessThan(0.005),
  )
})

/** Simulations of Machado, Oliveira and Fernandes (2009) at full severity, on linear RGB. */
const VISION = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const
const times = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0))
const oklab = (rgb: readonly number[]) => {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((part) => Math.min(1, Math.max(0, part))),
  ).map(Math.cbrt)
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms,
  )
}
const apart = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)))

test.each([
  ['light', light, 0.09],
  ['dark', dark, 0.11],
] as const)('%s: any two chart colours stay apart for every kind of sight', (_name, { chart }, least) => {
  const colours = Object.values(chart)
  const distances = Object.values(VISION).flatMap((matrix) => {
    const seen = colours.map((hex) => oklab(times(matrix, linear(hex))))
    return seen.flatMap((one, at) => seen.slice(at + 1).map((other) => apart(one, other)))
  })
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(least)
})

test.each([
  ['light', light],
  ['dark', dark],
])('%s: every token has its variable', (_name, palette) => {
  const written = new Set([...declarations(palette).matchAll(/(--pb-[a-z0-9-]+):/g)].map(([, name]) => name))
  const named = [...JSON.stringify([token, elevation]).matchAll(/var\((--pb-[a-z0-9-]+)\)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((name) => !written.has(name))).toEqual([])
})
