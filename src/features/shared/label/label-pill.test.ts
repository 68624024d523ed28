import { expect, it } from 'vitest'
import { ACCOUNT_LABELS, type Label } from '@contract/labels'
import { PAGES } from '@resources/pages'
import { loadResource } from '@resources/load'
import { LABEL_ICONS } from './LabelPill'

it('every icon of a label exists', async () => {
  const names = [...new Set(PAGES.flatMap(({ resource }) => resource ?? []))]
  const resources = await Promise.all(names.map((name) => loadResource(name)))
  const labels = resources.flatMap(({ columns }) => columns.flatMap((column) => Object.values(column.labels ?? {})))
  const named = [...Object.values(ACCOUNT_LABELS), ...labels]
    .filter((label): label is Label => typeof label === 'object' && label !== null)
    .map(({ icon }) => icon)
  expect(named.length).toBeGreaterThan(15)
  expect([...new Set(named)].filter((icon) => !(icon in LABEL_ICONS))).toEqual([])
})
