import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Draft } from '@ports/drafts'
import {
  changedByOther,
  changesOf,
  draftLeft,
  draftToKeep,
  hasChanges,
  hasKeepable,
  isRestorable,
  mergeOf,
  mixOf,
  restorableOf,
  showableOf,
} from './merge'

const base = { first_name: 'Elena', last_name: 'Vasquez', email: 'e@x.test', store: '' }
const draftOf = (values: Draft['values'], from?: Draft['from'], version: number | null = 3): Draft => ({
  values,
  from,
  version,
  savedAt: 1,
})

describe('the changes of a form', () => {
  it('are the fields that differ, with the values before and after', () => {
    expect(changesOf({ ...base, last_name: 'Vásquez' }, base)).toEqual({
      from: { last_name: 'Vasquez' },
      to: { last_name: 'Vásquez' },
    })
  })
  it('treat null, undefined and the empty text alike', () => {
    expect(changesOf({ ...base, store: '' }, { ...base, store: null }).to).toEqual({})
    expect(hasChanges({ ...base, store: undefined }, base)).toBe(false)
    // False and zero are values.
    expect(changesOf({ isOpen: false, limit: 0 }, { isOpen: '', limit: null }).to).toEqual({ isOpen: false, limit: 0 })
    expect(
      changesOf({ ...base, store: '' }, { first_name: 'Elena', last_name: 'Vasquez', email: 'e@x.test' }).to,
    ).toEqual({})
  })
})

describe('a merge', () => {
  const changes = { from: { last_name: 'Vasquez' }, to: { last_name: 'Vásquez' } }
  it('applies fields that the other person did not change', () => {
    expect(mergeOf(changes, { ...base, first_name: 'Helena' })).toEqual({
      apply: { last_name: 'Vásquez' },
      overlap: [],
    })
    expect(mixOf(changes, { ...base, first_name: 'Helena' }, {})).toEqual({
      ...base,
      first_name: 'Helena',
      last_name: 'Vásquez',
    })
  })
  it('asks about a field that both changed, and applies the choice', () => {
    const theirs = { ...base, last_name: 'Vazquez' }
    expect(mergeOf(changes, theirs)).toEqual({ apply: {}, overlap: ['last_name'] })
    expect(mixOf(changes, theirs, { last_name: 'saved' }).last_name).toBe('Vazquez')
    expect(mixOf(changes, theirs, { last_name: 'yours' }).last_name).toBe('Vásquez')
    expect(mixOf(changes, theirs, {}).last_name).toBe('Vásquez')
  })
  it('does nothing if both changed a field to the same value', () => {
    expect(mergeOf(changes, { ...base, last_name: 'Vásquez' })).toEqual({ apply: {}, overlap: [] })
  })
  it('applies a field that a record does not have, such as a password', () => {
    expect(mergeOf({ from: { password: '' }, to: { password: 'x' } }, {}).apply).toEqual({ password: 'x' })
  })
  it('applies an emptied field that a record does not have', () => {
    expect(mergeOf({ from: { pin: '1234' }, to: { pin: '' } }, base)).toEqual({ apply: { pin: '' }, overlap: [] })
  })
  it('names the fields that only the other person changed', () => {
    expect(changedByOther({ ...base, email: 'new@x.test', last_name: 'Vazquez' }, base, changes)).toEqual(['email'])
    // Nobody changed a field that the record does not contain.
    expect(changedByOther(base, { ...base, pin: '1234' }, changes)).toEqual([])
  })

  const names = ['a', 'b', 'c', 'd'] as const
  const record = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('', '1', '2', '3')])))
  it('sends no field that the person did not change, and keeps every field that only the other person changed', () => {
    fc.assert(
      fc.property(record, record, record, (opened, typed, theirs) => {
        const mine = changesOf(typed, opened)
        const mix = mixOf(mine, theirs, {})
        for (const name of names) {
          expect(mix[name]).toBe(name in mine.to ? typed[name] : theirs[name])
        }
        expect(Object.keys(changesOf(mix, theirs).to).every((name) => name in mine.to)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a draft', () => {
  it('restores the fields whose original values it contains, and only shows the others', () => {
    const draft = draftOf({ first_name: 'Lena', last_name: 'Vásquez' }, { last_name: 'Vasquez' })
    expect(restorableOf(draft, base)).toEqual({ from: { last_name: 'Vasquez' }, to: { last_name: 'Vásquez' } })
    expect(showableOf(draft, base)?.values).toEqual({ first_name: 'Lena' })
  })
  it('in an earlier format is never restored', () => {
    const draft = draftOf({ ...base, last_name: 'Vásquez' })
    expect(isRestorable(draft, base)).toBe(false)
    expect(showableOf(draft, base)?.values).toEqual({ last_name: 'Vásquez' })
  })
  it('of a new record is restored without original values, because a new record starts empty', () => {
    expect(restorableOf(draftOf({ first_name: 'Lena' }, undefined, null), { first_name: '' })).toEqual({
      from: { first_name: '' },
      to: { first_name: 'Lena' },
    })
  })
  it('has nothing to offer if the record already has its values', () => {
    const draft = draftOf({ last_name: 'Vasquez' }, { last_name: 'V' })
    expect([isRestorable(draft, base), showableOf(draft, base)]).toEqual([false, null])
  })
  it('in an earlier format restores the fields whose original values it contains, whatever its version', () => {
    const unversioned = draftOf({ first_name: 'Lena', email: 'new@x.test' }, { email: 'e@x.test' }, null)
    expect(restorableOf(unversioned, base).from).toEqual({ first_name: '', email: 'e@x.test' })
    expect(showableOf(unversioned, base)).toBeNull()
  })
  it('is shown with its time and version', () => {
    expect(showableOf(draftOf({ first_name: 'Lena', email: 'e@x.test' }), base)).toEqual({
      values: { first_name: 'Lena' },
      version: 3,
      savedAt: 1,
    })
  })
  it('drops a field that the form does not have', () => {
    expect(isRestorable(draftOf({ role: 'ADMIN' }, { role: 'MANAGER' }), base)).toBe(false)
  })

  const form = { base, version: 4, secretFields: ['password'], draft: null }
  it('contains only the changed fields, with their original values and without secrets', () => {
    expect(draftToKeep({ ...form, values: { ...base, last_name: 'Vásquez', password: 'x' } })).toEqual({
      values: { last_name: 'Vásquez' },
      from: { last_name: 'Vasquez' },
      version: 4,
    })
    expect(draftToKeep({ ...form, values: { ...base, password: 'x' } })).toBeNull()
    expect(hasKeepable({ ...form, values: { ...base, password: 'x' } })).toBe(false)
    expect(hasKeepable({ ...form, values: { ...base, password: 'x', last_name: 'Vásquez' } })).toBe(true)
  })
  it('keeps an undecided earlier draft underneath the new input', () => {
    const draft = draftOf({ first_name: 'Lena', email: 'old@x.test' }, { first_name: 'Elena', email: 'e@x.test' })
    expect(draftToKeep({ ...form, draft, values: { ...base, email: 'new@x.test' } })).toEqual({
      values: { first_name: 'Lena', email: 'new@x.test' },
      from: { first_name: 'Elena', email: 'e@x.test' },
      version: 4,
    })
    expect(draftToKeep({ ...form, draft, values: base })).toEqual({
      values: { first_name: 'Lena', email: 'old@x.test' },
      from: { first_name: 'Elena', email: 'e@x.test' },
      version: 3,
    })
    expect(draftLeft(draft, { email: 'new@x.test' })).toEqual({
      values: { first_name: 'Lena' },
      from: { first_name: 'Elena', email: 'e@x.test' },
      version: 3,
    })
    expect(draftLeft(null, { email: 'new@x.test' })).toBeNull()
    expect(draftLeft(draft, { email: 1, first_name: 2 })).toBeNull()
  })
})
