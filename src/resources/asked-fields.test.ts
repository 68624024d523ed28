import { expect, test } from 'vitest'
import { ALL_RECORDS } from '@contract/records/records'
import { manualDeposit } from '@contract/records/money/manual-deposit'
import { begunWith } from './asked-fields'
import type { Row } from './resource'

const { reject } = manualDeposit.actions
const row = (hints?: readonly string[]) => ({ id: 'd1', version: 1, ...(hints && { hints }) }) as unknown as Row

test.each([
  ['above the limit of the user', ['NO_PROOF', 'ABOVE_LIMIT'], { send_back: true }],
  ['of a user who may not deposit', ['NOT_ALLOWED'], { send_back: true }],
  ['that can be credited', ['NO_PROOF'], {}],
  ['without hints', [], {}],
  ['whose hints the person may not read', undefined, {}],
])('the rejection of a deposit %s begins with %j: %j', (_what, hints, begun) => {
  expect(begunWith(reject, row(hints))).toEqual(begun)
})

test('a question without a definition begins with nothing', () => {
  expect(begunWith(undefined, row())).toEqual({})
})

test('each beginning is of an input, and follows from values that the record can have', () => {
  const wrong = ALL_RECORDS.flatMap(({ name, fields, actions }) =>
    Object.values(actions).flatMap(({ asks = {}, begins = {} }) =>
      Object.entries(begins).flatMap(([input, { field, values }]) => {
        const type = fields[field]?.type
        const known = type && 'labels' in type ? Object.keys(type.labels) : []
        return asks[input] && values.every((value) => known.includes(value)) ? [] : [`${name}: ${input}`]
      }),
    ),
  )
  expect(wrong).toEqual([])
})
