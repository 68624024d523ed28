import { describe, expect, it } from 'vitest'
import { NOTHING_KEPT, readKept, writeKept } from './column-layout'

const known = ['name', 'email', 'role']

describe('kept columns', () => {
  it('are read back as they were written', () => {
    const kept = { columns: ['name', 'role'], widths: { role: 90 }, pinned: ['role'] }
    expect(readKept(writeKept(kept), known)).toEqual(kept)
  })
  it('exclude columns that the person may no longer see, and invalid entries', () => {
    expect(
      readKept(
        '{"columns":["salary","name","name",4],"widths":{"salary":90,"name":"wide","role":-3,"email":200},"pinned":["salary","email"]}',
        known,
      ),
    ).toEqual({ columns: ['name'], widths: { email: 200 }, pinned: ['email'] })
    expect(readKept('{"columns":["salary"]}', known).columns).toBeNull()
  })
  it.each([null, '', '{', '[]', '7', 'null', '{"columns":7,"widths":[],"pinned":{}}'])('are empty for %j', (text) =>
    expect(readKept(text, known)).toEqual(NOTHING_KEPT),
  )
})
