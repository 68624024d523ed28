import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import type { DraftsPort } from '@ports/drafts'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { createDeferredDrafts } from './deferred-drafts'

const KEY = { userId: 'u', form: 'f', record: 'new' }

/** Drafts that record their calls. */
function recorded() {
  const asked: string[] = []
  let opened = false
  const drafts: DraftsPort = {
    canKeep: () => opened,
    unlock: async (userId) => void (asked.push(`unlock ${userId}`), (opened = true)),
    lock: () => void (asked.push('lock'), (opened = false)),
    load: async () => (asked.push('load'), null),
    save: async () => (asked.push('save'), opened),
    discard: async () => void asked.push('discard'),
    flush: async () => void asked.push('flush'),
  }
  return { asked, drafts }
}

const deferred = (load: () => Promise<DraftsPort>, atRest = (work: () => void) => work()) =>
  createDeferredDrafts(lazyModule(load), atRest)

describe('deferred drafts', () => {
  it('load the code with the first unlock; calls meanwhile wait for it', async () => {
    const { asked, drafts } = recorded()
    let arrive = () => {}
    let loads = 0
    const lazy = deferred(() => {
      loads += 1
      return new Promise((resolve) => (arrive = () => resolve(drafts)))
    })
    expect(lazy.canKeep()).toBe(false)
    expect(await lazy.load(KEY)).toBeNull()
    expect(await lazy.save(KEY, { values: {}, version: null })).toBe(false)
    await lazy.discard(KEY)
    expect(loads).toBe(0)

    const unlocking = lazy.unlock('u', 'key')
    expect(lazy.canKeep()).toBe(true)
    const saving = lazy.save(KEY, { values: {}, version: null })
    await vi.waitFor(() => expect(loads).toBe(1))
    arrive()
    expect(await saving).toBe(true)
    await unlocking
    await lazy.unlock('u', 'key')
    expect(asked).toEqual(['unlock u', 'save', 'unlock u'])
    expect(loads).toBe(1)
  })
  it('wait for the first screen, unless a draft is needed before', async () => {
    const { asked, drafts } = recorded()
    let loads = 0
    let rest = () => {}
    const load = async () => ((loads += 1), drafts)
    const lazy = deferred(load, (work) => (rest = work))
    const unlocking = lazy.unlock('u', 'key')
    await Promise.resolve()
    expect(loads).toBe(0)
    rest()
    await unlocking
    expect([loads, asked]).toEqual([1, ['unlock u']])

    // Never at rest.
    const hastened = deferred(load, () => undefined)
    void hastened.unlock('v', 'key')
    await hastened.load(KEY)
    expect([loads, asked]).toEqual([2, ['unlock u', 'unlock v', 'load']])
  })
  it('stay locked if the lock is called before the code is loaded', async () => {
    const { asked, drafts } = recorded()
    const lazy = deferred(async () => drafts)
    const unlocking = lazy.unlock('u', 'key')
    lazy.lock()
    expect(lazy.canKeep()).toBe(false)
    expect(await lazy.save(KEY, { values: {}, version: null })).toBe(false)
    await unlocking
    expect(asked).toEqual(['unlock u', 'lock'])
    expect(lazy.canKeep()).toBe(false)
  })
  it.each([
    ['is loaded after it', (unlocking: Promise<void>) => void unlocking, []],
    ['has been loaded', (unlocking: Promise<void>) => unlocking, ['unlock u']],
  ])('keep what was saved before the lock, if the code %s', async (_when, loaded, before) => {
    const { asked, drafts } = recorded()
    const lazy = deferred(async () => drafts)
    await loaded(lazy.unlock('u', 'key'))
    expect(asked).toEqual(before)
    const saving = lazy.save(KEY, { values: {}, version: null })
    lazy.lock()
    expect(await saving).toBe(true)
    expect(asked).toEqual(['unlock u', 'save', 'lock'])
  })
  it('keep nothing if the code cannot be loaded, and try again with the next unlock', async () => {
    const { drafts } = recorded()
    let fails = true
    const lazy = deferred(async () => {
      if (fails) throw new Error('chunk')
      return drafts
    })
    await lazy.unlock('u', 'key')
    expect(lazy.canKeep()).toBe(false)
    expect(await lazy.save(KEY, { values: {}, version: null })).toBe(false)
    fails = false
    await lazy.unlock('u', 'key')
    expect(lazy.canKeep()).toBe(true)
  })
})
