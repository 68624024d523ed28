import { describe, expect, it } from 'vitest'
import { exportCsv } from './export-csv'
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
