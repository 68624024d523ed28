import { describe, expect, it } from 'vitest'
import { applies, askErrors, asksFor, dependentErrors, emptiedBy, touchesDependents } from './dependents'
import { amount, flag, oneOf, percent, someOf } from './field'

const when = { field: 'type', values: ['PERCENT'], required: true } as const
const record = {
  fields: {
    type: oneOf('Type', { PERCENT: 'Percent', CREDIT: 'Credit' }, { required: true }),
    share: percent('Share', { when }),
    most: amount('At most', { when: { field: 'type', values: ['PERCENT'] } }),
    limited: flag('Limited', { required: true }),
    days: someOf('Days', { MON: 'Monday' }, { when: { field: 'limited', values: ['true'] } }),
  },
}

describe('fields that depend on another one', () => {
  it('apply for some values of the other field, and if that value is unknown', () => {
    const { share, days, type } = record.fields
    expect(
      [{ type: 'PERCENT' }, { type: 'CREDIT' }, { type: '' }, { type: null }, {}].map((values) =>
        applies(share, values),
      ),
    ).toEqual([true, false, false, false, true])
    expect([true, 'true', false].map((limited) => applies(days, { limited }))).toEqual([true, true, false])
    expect(applies(type, {})).toBe(true)
  })
  it('are required if they apply, also when only the other field changes', () => {
    expect(dependentErrors(record, { type: 'CREDIT', share: null }, { type: 'PERCENT' })).toEqual({
      share: ['Required'],
    })
    expect(dependentErrors(record, { type: 'PERCENT', share: '5' }, { share: '' })).toEqual({ share: ['Required'] })
    expect(dependentErrors(record, { type: 'PERCENT', share: '5' }, { most: null })).toEqual({})
  })
  it('are refused if they do not apply; a stored value is then removed with the change', () => {
    const stored = { type: 'PERCENT', share: '5', most: null, limited: true, days: ['MON'] }
    expect(dependentErrors(record, { ...stored, type: 'CREDIT' }, { share: '5' })).toEqual({
      share: ['Only where Type is Percent'],
    })
    expect(dependentErrors(record, stored, { limited: false, days: ['MON'] })).toEqual({
      days: ['Only where Limited is on'],
    })
    expect(emptiedBy(record, stored, { type: 'CREDIT', limited: false })).toEqual({ share: null, days: [] })
    expect(emptiedBy(record, stored, { most: '7' })).toEqual({})
  })
  it('concern a body that writes them, or the field that they depend on', () => {
    expect([{ share: '1' }, { type: 'CREDIT' }, {}].map((body) => touchesDependents(record, body))).toEqual([
      true,
      true,
      false,
    ])
  })
})

it('an input that depends on another one is asked for with it, and refused without it', () => {
  const asks = {
    correction: oneOf('Correction', { UP: 'Add' }, { when: { field: 'has_user', values: ['true'] } }),
    amount: amount('Amount', { when: { field: 'correction', values: ['UP'], required: true } }),
  }
  const record = { fields: { has_user: flag('Of a user') } }
  expect(Object.keys(asksFor({ asks }, { has_user: true }))).toEqual(['correction', 'amount'])
  expect(Object.keys(asksFor({ asks }, { has_user: false }))).toEqual([])
  const errors = (body: object) => askErrors(record, asks, { has_user: true }, body as Record<string, unknown>, 0)
  expect(errors({ correction: 'UP', amount: '1.00' })).toEqual({})
  for (const correction of [undefined, null, ''])
    expect(errors({ correction, amount: '1.00' })).toEqual({ amount: ['Only where Correction is Add'] })
  expect(errors({ amount: '' })).toEqual({})
})
