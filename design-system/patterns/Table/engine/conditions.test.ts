import { describe, expect, it } from 'vitest'
import { noMatchWords } from '../words'
import type { Column } from '../types'
import { conditionsOf } from './conditions'

interface Item {
  role: string
  tags: readonly string[]
  amount: string | null
}
const rows: Item[] = [
  { role: 'ADMIN', tags: [], amount: '0.000000000000000002' },
  { role: 'AGENT', tags: ['HOT', 'NEW'], amount: '12.50' },
  { role: 'AGENT', tags: ['TOP'], amount: null },
]
const split = (value: string) => {
  const [from = '', to = ''] = value.split('/')
  return { from, to }
}
const columns: Column<Item>[] = [
  {
    key: 'role',
    title: 'Role',
    width: 1,
    kind: 'text',
    text: ({ role }) => role,
    filter: { kind: 'oneOf', options: [], excludes: true },
  },
  {
    key: 'tags',
    title: 'Tags',
    width: 1,
    kind: 'text',
    text: ({ tags }) => tags.join(),
    value: ({ tags }) => tags,
    filter: { kind: 'oneOf', options: [], excludes: true },
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 1,
    kind: 'number',
    text: ({ amount }) => amount ?? '',
    number: ({ amount }) => amount,
    filter: {
      kind: 'numbers',
      read: split,
      write: ({ from, to }) => `${from}/${to}`,
      readNumber: (typed) => typed,
      howToWrite: '',
    },
  },
]
const found = (filters: Record<string, string[]>) => {
  const conditions = conditionsOf(columns, '', filters)
  return rows.flatMap((row, index) => (conditions?.tests.every((test) => test(row)) === false ? [] : [index]))
}

describe('a filter', () => {
  it('keeps the rows with one of its values, or leaves them out', () => {
    expect(found({ role: ['AGENT'] })).toEqual([1, 2])
    expect(found({ 'role.not': ['AGENT'] })).toEqual([0])
  })
  it('looks at each value of a list; a row without any is none of them', () => {
    expect(found({ tags: ['NEW', 'TOP'] })).toEqual([1, 2])
    expect(found({ 'tags.not': ['NEW'] })).toEqual([0, 2])
  })
  it('of numbers has both bounds in it, to the last place; nothing is in no range', () => {
    expect(found({ amount: ['0.000000000000000002/12.5'] })).toEqual([0, 1])
    expect(found({ amount: ['0.000000000000000003/'] })).toEqual([1])
    expect(found({ amount: ['/1'] })).toEqual([0])
  })
  it('of an unknown column, or of a column that cannot leave out, narrows nothing', () => {
    expect(found({ gone: ['x'], 'amount.not': ['1/2'] })).toEqual([0, 1, 2])
  })
  it('is named where it hides all rows', () => {
    const view = { search: '', filters: { 'role.not': ['AGENT', 'ADMIN'] }, sort: null, columns: null }
    expect(noMatchWords(columns, view, 3, { one: 'person', many: 'people' }).text).toContain(
      'Role is none of AGENT, ADMIN',
    )
  })
})
