import { expect, test } from 'vitest'
import { contrast } from '../../tokens/contrast'
import { dark, light } from '../../tokens/palette'
import { sliceColours } from './slice-colours'

const onLight = (sent: (string | null | undefined)[]) =>
  sliceColours(sent, light.surface.base, Object.values(light.chart))
const [first, second, third] = Object.values(light.chart)

test('without colours from the server, the palette is used in its order', () =>
  expect(onLight([null, undefined, ''])).toEqual([first, second, third]))
test('a colour with enough contrast on the surface is used as it was sent', () =>
  expect(onLight(['#c8283a', ' rgb(9, 80, 74) '])).toEqual(['#c8283a', 'rgb(9, 80, 74)']))
test('a colour without enough contrast is replaced, and the other parts keep theirs', () =>
  expect(onLight(['#FFE680', '#C8283A', '#EEE'])).toEqual([first, '#C8283A', second]))
test('the same colour can be replaced on one surface only', () => {
  expect(onLight(['#FFE680'])).toEqual([first])
  expect(sliceColours(['#FFE680'], dark.surface.base, Object.values(dark.chart))).toEqual(['#FFE680'])
})
test.each([
  'red',
  'rgba(200, 40, 58, .5)',
  '#C8283A80',
  'rgb(300, 0, 0)',
  'url(https://example.test)',
  'var(--pb-focus)',
])('%s cannot be read, and gives way', (sent) => expect(onLight([sent])).toEqual([first]))
test('on an unknown surface only the palette is used', () =>
  expect(sliceColours(['#C8283A'], '', Object.values(light.chart))).toEqual([first]))
test('two parts never share a sent colour', () => expect(onLight(['#C8283A', '#c8283a'])).toEqual(['#C8283A', first]))
test('a palette colour that was sent is not used for another part', () =>
  expect(onLight([null, first!.toLowerCase()])).toEqual([second, first!.toLowerCase()]))
test('with more parts than colours the palette is repeated', () =>
  expect(onLight(Array.from({ length: 8 }, () => null)).slice(5)).toEqual([light.chart[6], first, second]))
test.each([
  ['light', light],
  ['dark', dark],
])('%s: whatever is sent, each part is seen', (_name, { surface, chart }) => {
  const sent = Array.from({ length: 64 }, (_, at) => `#${((at * 262_657) % 0xffffff).toString(16).padStart(6, '0')}`)
  for (const colour of sliceColours(sent, surface.base, Object.values(chart)))
    expect(contrast(colour, surface.base)).toBeGreaterThanOrEqual(3)
})
