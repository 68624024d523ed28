import { describe, expect, test } from 'vitest'
import { axisLines, axisNumber } from './value-axis'

describe('axisLines', () => {
  test.each([
    [
      [138_802.1, 92_714],
      [0, 50_000, 100_000, 150_000],
    ],
    [[3], [0, 1, 2, 3]],
    [[0.07], [0, 0.025, 0.05, 0.075]],
    [[999_999_999_999.99], [0, 4e11, 8e11, 1.2e12]],
  ])('four lines at round numbers cover %j', (values, lines) => expect(axisLines(values)).toEqual(lines))

  test('values on both sides of zero have a line at zero, and lie between the lines', () => {
    const lines = axisLines([-40, 90])
    expect(lines).toContain(0)
    expect(lines[0]).toBeLessThanOrEqual(-40)
    expect(lines.at(-1)).toBeGreaterThanOrEqual(90)
    expect(lines.length).toBeLessThanOrEqual(6)
  })
  test('only negative values end at zero', () => expect(axisLines([-30, -5])).toEqual([-30, -20, -10, 0]))
  test.each([[[]], [[0, 0]], [[Number.NaN, Number.POSITIVE_INFINITY]]])('%j has only the line of zero', (values) =>
    expect(axisLines(values)).toEqual([0]),
  )
  test('values that are not numbers are ignored', () =>
    expect(axisLines([Number.NaN, 3, Number.POSITIVE_INFINITY])).toEqual([0, 1, 2, 3]))
  test('accepts more values than a call may have arguments', () =>
    expect(axisLines(Array.from({ length: 200_000 }, () => 3))).toEqual([0, 1, 2, 3]))
})

test.each([
  [0, '0'],
  [12.5, '12.5'],
  [999, '999'],
  [50_000, '50k'],
  [1_500_000, '1.5M'],
  [4e11, '400bn'],
  [1.2e12, '1.2tn'],
  [-50_000, '−50k'],
])('axisNumber says %d as %s', (value, text) => expect(axisNumber(value)).toBe(text))
