import { expect, test } from 'vitest'
import { createPending } from './pending'

/** Session storage in memory. */
function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    storage: () => ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
      key: (index: number) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }),
  }
}
const setUp = (person: string | null = 'ada') => {
  const { kept, storage } = memory()
  const session = { person }
  kept.set('pitboss.tab', 'another part of the console')
  return { kept, session, pending: createPending({ storage, owner: () => session.person }) }
}

test('a write is found by its slot until its outcome is known', () => {
  const { pending } = setUp()
  pending.keep('row.users.1', { key: 'a' })
  pending.keep('row.users.2', { key: 'b' })
  pending.keep('bulk.users', { key: 'c' })
  pending.keep('row.users.1', { key: 'a', checks: 1 })
  expect(pending.list('row.users.')).toEqual([{ key: 'a', checks: 1 }, { key: 'b' }])
  pending.forget('row.users.1')
  expect(pending.list('row.')).toEqual([{ key: 'b' }])
  expect(pending.list('bulk.users')).toEqual([{ key: 'c' }])
})

test('a write of another person, or without a person, is not repeated', () => {
  const { pending, session } = setUp()
  pending.keep('row.users.1', { key: 'a' })
  session.person = 'grace'
  expect(pending.list('row.')).toEqual([])
  session.person = null
  pending.keep('row.users.2', { key: 'b' })
  expect(pending.list('row.')).toEqual([])
  session.person = 'ada'
  expect(pending.list('row.')).toEqual([{ key: 'a' }])
})

test('a sign-out removes all writes, and nothing else', () => {
  const { pending, kept } = setUp()
  pending.keep('row.users.1', { key: 'a' })
  pending.keep('bulk.users', { key: 'c' })
  pending.clear()
  expect([...kept.keys()]).toEqual(['pitboss.tab'])
})

test('unreadable entries are skipped, and forbidden storage breaks nothing', () => {
  const { pending, kept } = setUp()
  kept.set('pitboss.pending.row.users.1', '{')
  kept.set('pitboss.pending.row.users.2', 'null')
  expect(pending.list('row.')).toEqual([])
  const forbidden = createPending({
    storage: () => {
      throw new DOMException('Forbidden')
    },
    owner: () => 'ada',
  })
  forbidden.keep('row.users.1', { key: 'a' })
  forbidden.forget('row.users.1')
  forbidden.clear()
  expect(forbidden.list('row.')).toEqual([])
})
