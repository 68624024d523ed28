import { describe, expect, it } from 'vitest'
import { claimTab } from './tab-identity'

/** Web Locks of one browser, as far as they are used: exclusive, if available. */
function createLocks() {
  const held = new Set<string>()
  const request = async (
    name: string,
    _options: object,
    work: (lock: { name: string } | null) => Promise<void> | undefined,
  ) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      await work({ name })
    } finally {
      held.delete(name)
    }
  }
  return { request, query: async () => ({ held: [...held].map((name) => ({ name })) }) } as unknown as LockManager
}
/** Storage of a tab that survives reloads. */
const createMemory = (copied: Iterable<[string, string]> = []) => {
  const kept = new Map<string, string>(copied)
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

describe('a tab', () => {
  it('keeps its name after a reload', async () => {
    const locks = createLocks()
    const memory = createMemory()
    const before = await claimTab({ storage: () => memory, locks })
    before.release()
    await turn()
    expect((await claimTab({ storage: () => memory, locks })).id).toBe(before.id)
  })
  it('that was duplicated claims a name of its own', async () => {
    const locks = createLocks()
    const memory = createMemory()
    const original = await claimTab({ storage: () => memory, locks })
    const copy = createMemory(memory.kept)
    const duplicate = await claimTab({ storage: () => copy, locks })
    expect(duplicate.id).not.toBe(original.id)
    expect([...copy.kept.values()]).toEqual([duplicate.id])
    expect(await original.others()).toEqual(new Set([duplicate.id]))
    expect(await duplicate.others()).toEqual(new Set([original.id]))
    duplicate.release()
    await turn()
    expect(await original.others()).toEqual(new Set())
  })
  it('has a name if storage is forbidden, and without locks', async () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    const forbidden = await claimTab({ storage: refuse, locks: createLocks() })
    expect(forbidden.id).toMatch(/^[0-9a-f-]{36}$/)
    const memory = createMemory()
    const lockless = await claimTab({ storage: () => memory, locks: undefined })
    expect([...memory.kept.values()]).toEqual([lockless.id])
    expect(await lockless.others()).toEqual(new Set())
    lockless.release()
  })
  it('has none if the locks refuse', async () => {
    const locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as LockManager
    await expect(claimTab({ storage: createMemory, locks })).rejects.toThrow('no')
  })
})
