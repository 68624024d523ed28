import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { bulkActionCommands, idsOf, mainOutcome } from './bulk-action.view'

const changed = [{ rowId: 'a', version: 2 }]
const failures = [{ rowId: 'b', version: 1, error: { kind: 'forbidden', message: 'Not this one' } as const }]
const untried = [{ rowId: 'c', version: 1 }]
const unconfirmed = [{ rowId: 'd', version: 1 }]

test('Stop, Try again, Check again, Undo and Dismiss each send their event', () => {
  expect(
    sentBy(bulkActionCommands, (commands) => {
      commands.stop()
      commands.retry()
      commands.check()
      commands.undo()
      commands.dismiss()
    }),
  ).toEqual([
    { type: 'bulk.stop' },
    { type: 'bulk.retry' },
    { type: 'bulk.check' },
    { type: 'bulk.undo' },
    { type: 'bulk.dismiss' },
  ])
})

test('the main outcome is the records that are left, otherwise the refused ones, otherwise all', () => {
  expect(mainOutcome({ failures, untried, unconfirmed: [] })).toBe('left')
  expect(mainOutcome({ failures, untried: [], unconfirmed })).toBe('left')
  expect(mainOutcome({ failures, untried: [], unconfirmed: [] })).toBe('refused')
  expect(mainOutcome({ failures: [], untried: [], unconfirmed: [] })).toBe('changed')
})

test('the changed records, the refused ones, or all that are not done can be selected', () => {
  const outcomes = { changed, failures, untried, unconfirmed }
  expect(idsOf(outcomes, 'changed')).toEqual(['a'])
  expect(idsOf(outcomes, 'refused')).toEqual(['b'])
  expect(idsOf(outcomes, 'left')).toEqual(['b', 'd', 'c'])
})
