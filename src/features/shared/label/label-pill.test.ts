import { expect, it } from 'vitest'
import * as labels from '@contract/labels'
import { LABEL_ICONS } from './LabelPill'

it('every icon that a label names is there', () => {
  const tables = Object.values(labels).filter(
    (value): value is Exclude<typeof value, (...args: never[]) => unknown> => typeof value === 'object',
  )
  const named = tables
    .flatMap((table) => Object.values(table as Record<string, labels.Label | null>))
    .flatMap((label) => (label ? [label.icon] : []))
  expect(named.length).toBeGreaterThan(15)
  expect([...new Set(named)].filter((icon) => !(icon in LABEL_ICONS))).toEqual([])
})
