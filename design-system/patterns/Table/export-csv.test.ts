import { describe, expect, it } from 'vitest'
import { exportCsv, exportName } from './export-csv'
import type { Column } from './types'

type Row = { name: string; amount: string }
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name, full', width: 1, kind: 'text', text: (row) => row.name },
  {
    key: 'amount',
    title: 'Amount',
    width: 1,
    kind: 'money',
    text: (row) => `${row.amount} USD`,
    exportText: (row) => row.amount,
  },
]
const fieldOf = (name: string) =>
  exportCsv([columns[0]!], [{ name, amount: '' }])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

describe('export', () => {
  it('is UTF-8 with its mark, lines end with CRLF, titles come first', () => {
    expect(exportCsv(columns, [{ name: 'Zoë', amount: '4200.00' }])).toBe(
      '\uFEFF"Name, full",Amount\r\nZoë,4200.00\r\n',
    )
  })
  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['שלום 🎲', 'שלום 🎲'],
  ])('quotes %j', (value, written) => expect(fieldOf(value)).toBe(written))
  it.each(['=1+1', '+44 20', '-x', '@cmd', '\tx', '-1-1', '=HYPERLINK("x")'])('%j cannot act as a formula', (value) => {
    expect(fieldOf(value).replaceAll('"', '').startsWith(`'`)).toBe(true)
  })
  it('quotes a carriage return that it made safe', () => expect(fieldOf('\rx')).toBe(`"'\rx"`))
  it.each(['-12', '-1234.50', '12'])('%s stays a number', (value) => expect(fieldOf(value)).toBe(value))
})

describe('the name of the file', () => {
  const role = {
    key: 'role',
    title: 'Role',
    width: 100,
    kind: 'text' as const,
    text: () => '',
    filter: { kind: 'oneOf' as const, options: [{ value: 'VIP', label: 'VIP player' }] },
  }
  const name = (filters: Record<string, string[]>, search = '', parts: string[] = []) =>
    exportName('users', [role], { filters, search }, parts, new Date(2026, 2, 4, 23, 59))
  it('tells the list and the day', () => expect(name({})).toBe('users 2026-03-04.csv'))
  it('tells the tab, the search and the filters', () =>
    expect(name({ role: ['VIP'] }, ' Zoë ', ['Pending'])).toBe('users 2026-03-04 Pending, Zoë, Role is VIP player.csv'))
  it('holds nothing that a system refuses, and is never too long', () => {
    expect(name({}, '../a:b*"c"\n|d')).toBe('users 2026-03-04 .. a b c d.csv')
    expect(Array.from(name({}, '😀'.repeat(300)))).toHaveLength('users 2026-03-04 .csv'.length + 100)
  })
})
