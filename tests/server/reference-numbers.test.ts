/** The numbers that the database gives to new records (migration `reference_numbers`). */
import { describe, expect, it } from 'vitest'
import { ALL_RECORDS } from '@contract/records/records'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()
const MANY = 5000

it('have a prefix of their own for each record', () => {
  const prefixes = ALL_RECORDS.filter(({ partOf }) => !partOf).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ numbered }) => numbered ?? []),
  )
  expect(prefixes.length).toBeGreaterThan(0)
  expect(new Set(prefixes).size).toBe(prefixes.length)
})

describe.each(databases.everyKind)('the numbers on %s', (kind) => {
  it('have eight digits, are all different, and do not tell how many there are', async () => {
    const db = await databases.open(kind)
    const rows = await db.query<{ number: string }>(`select new_number() as number from generate_series(1, ${MANY})`)
    const numbers = rows.map(({ number }) => number)
    for (const number of numbers) expect(number).toMatch(/^[1-9]\d{7}$/)
    expect(new Set(numbers).size).toBe(MANY)
    const neighbours = numbers.slice(1).map((number, index) => Math.abs(Number(number) - Number(numbers[index])))
    expect(Math.min(...neighbours)).toBeGreaterThan(1_000_000)
  })
})
