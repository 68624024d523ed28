import { describe, expect, it } from 'vitest'
import { PAGES } from '@resources/pages'
import { loadResource } from '@resources/load'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { compose, type Composition } from './composition'

const NAMES = [...new Set(PAGES.flatMap(({ resource }) => resource ?? []))]

const fieldsIn = (columns: readonly ColumnDefinition<Row>[]) => columns.map(({ field }) => field as string)
const sectionFields = (sections: Composition['sections']) => sections.flatMap(({ columns }) => fieldsIn(columns))

/** A row in which every field has a value of its kind, so that each of them must have a place. */
function filledRow({ columns }: Resource<Row>): Row {
  const valueOf = ({ kind, labels }: ColumnDefinition<Row>) => {
    if (kind === 'enum') return Object.keys(labels ?? {})[0]
    if (kind === 'yesNo' || kind === 'switch') return false
    if (['enums', 'tags', 'references', 'images', 'files', 'list'].includes(kind)) return ['x']
    if (kind === 'reference' || kind === 'creator') return { id: 'x', name: 'X', username: 'x' }
    return kind === 'duration' ? { from: '2026-01-01T00:00:00Z', until: null } : '1'
  }
  return { ...Object.fromEntries(columns.map((column) => [column.field, valueOf(column)])), id: 'x', version: 1 } as Row
}

describe.each(NAMES)('the page of a record of %s', (name) => {
  it('shows each field with a value once, and names each empty one', async () => {
    const resource = await loadResource(name)
    const { pills, reference, figures, sections, record } = compose(resource, resource.columns, filledRow(resource))
    const shown = [...[pills, reference, figures, record].flatMap(fieldsIn), ...sectionFields(sections)]
    expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted())
    const elsewhere = new Set<string>([
      'Creator',
      'createdAt',
      ...resource.nameFields,
      ...(resource.page.pinned ? [resource.page.pinned] : []),
      ...(resource.page.picture ? [resource.page.picture] : []),
      ...Object.keys(resource.page.warnings ?? {}),
      ...(resource.page.omits ?? []),
      'awaits_approval',
      ...resource.columns.flatMap(({ currencyField }) => currencyField ?? []),
    ])
    const missing = fieldsIn(resource.columns).filter((field) => !shown.includes(field) && !elsewhere.has(field))
    expect(missing).toEqual([])

    const nothing = { ...Object.fromEntries(resource.columns.map(({ field }) => [field, null])), id: 'x', version: 1 }
    const bare = compose(resource, resource.columns, nothing as Row)
    expect(sectionFields(bare.sections)).toEqual([])
    expect(bare.figures).toEqual([])
    expect(sectionFields(bare.empty).length).toBeGreaterThan(0)
  })

  it('has headings that say what the values mean, those of its forms first, and at most five key figures', async () => {
    const resource = await loadResource(name)
    const { figures } = compose(resource, resource.columns, filledRow(resource))
    expect(figures.length).toBeLessThanOrEqual(5)
    const titles = resource.page.sections.map(({ title }) => title)
    for (const kindOfValue of ['Details', 'Amounts', 'State', 'Activity']) expect(titles).not.toContain(kindOfValue)
    const ofForms = (resource.forms.edit?.sections ?? []).map(({ title }) => title)
    expect(titles.slice(0, ofForms.length)).toEqual(ofForms)
  })

  it('composes only fields that the record has', async () => {
    const { columns, forms, page } = await loadResource(name)
    const known = new Set<string>([
      ...fieldsIn(columns),
      ...Object.values(forms).flatMap((form) => (form?.fields ?? []).map((field) => field.name)),
    ])
    const used = [
      ...page.sections.flatMap(({ fields }) => fields),
      ...(page.figures ?? []),
      ...(page.reference ?? []),
      ...(page.states ?? []),
    ]
    expect(used.filter((field) => !known.has(field))).toEqual([])
  })
})

it('a section without any value says what that means, and its fields are not counted as empty', async () => {
  const resource = await loadResource('rewards/bonus')
  const open = {
    ...filledRow(resource),
    levels: [],
    tags: [],
    promo_code: null,
    stackable: undefined,
  } as unknown as Row
  const { sections, empty } = compose(resource, resource.columns, open)
  expect(sections.find(({ title }) => title === 'Who gets it')).toMatchObject({
    columns: [],
    none: 'Every user of the store.',
  })
  expect(sectionFields(empty)).not.toContain('levels')
})

it('a figure beyond the fifth is in its section, and a field that the person may not read is nowhere', async () => {
  const resource = await loadResource('rewards/bonus')
  const row = filledRow(resource)
  const { figures, sections } = compose(resource, resource.columns, row)
  expect(fieldsIn(figures)).not.toContain('budget')
  expect(sectionFields(sections)).toContain('budget')
  const { budget: _, ...unreadable } = row as Row & { budget: string }
  const { empty, sections: fewer } = compose(resource, resource.columns, unreadable)
  expect([...sectionFields(fewer), ...sectionFields(empty)]).not.toContain('budget')
})

it('fields that no section names are in the section with the name of the record, where it has one', async () => {
  const resource = await loadResource('play/jackpot-record')
  const row = filledRow(resource)
  const page = { ...resource.page, states: [], sections: [{ title: 'Jackpot', fields: ['level'] as const }] }
  const { sections } = compose({ ...resource, page }, resource.columns, row)
  expect(sections.map(({ title }) => title)).toEqual(['Jackpot'])
  expect(sectionFields(sections).slice(0, 1)).toEqual(['level'])
  expect(sectionFields(sections)).toContain('status')
})
