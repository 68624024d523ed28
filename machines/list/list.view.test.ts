import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import type { ApiError } from '@contract/errors'
import { listMachine } from './list.machine'
import { listCommands, selectListView } from './list.view'

const LOST: ApiError = { kind: 'network', message: '' }
const FORBIDDEN: ApiError = { kind: 'forbidden', message: 'You are not permitted to read users.' }
const COUNTS = { count: 3, total: 7, completedAt: 5_000, arrivals: 2 }

const viewOf = (value: Parameters<typeof listMachine.resolveState>[0]['value'], error: ApiError | null = null) =>
  selectListView(
    listMachine.resolveState({ value, context: { ...COUNTS, matching: null, fields: ['username'], error } }),
  )

test('each command sends its event with its arguments', () => {
  const row = { id: 'row-1', version: 3 }
  expect(
    sentBy(listCommands, (commands) => {
      commands.retry()
      commands.counted(12)
      commands.chooseFields(['email'])
      commands.showArrivals()
      commands.added(row)
      commands.saved(row)
    }),
  ).toEqual([
    { type: 'retry' },
    { type: 'list.counted', matching: 12 },
    { type: 'list.fieldsChosen', fields: ['email'] },
    { type: 'list.showArrivals' },
    { type: 'row.added', row },
    { type: 'row.saved', row },
  ])
})

test('the table shows the counts and the error', () => {
  expect(viewOf('outdated', LOST)).toEqual({ status: 'outdated', ...COUNTS, error: LOST })
})

test.each([
  [{ reading: 'loading' }, 'loading'],
  [{ reading: 'streaming' }, 'streaming'],
  ['ready', 'ready'],
  ['refreshing', 'refreshing'],
  ['outdated', 'outdated'],
  ['cutShort', 'cutShort'],
  ['unreachable', 'unreachable'],
  ['empty', 'empty'],
] as const)('%j is shown as %s', (value, status) => {
  expect(viewOf(value).status).toBe(status)
})

test('a list without matches is ready: the search hides its rows', () => {
  expect(viewOf('noMatch').status).toBe('ready')
})

test('a list that is being read again looks the same, whoever asked for it', () => {
  expect(viewOf('reloading').status).toBe('refreshing')
})

test('a list that the server refuses offers no Try again, one that cannot be reached does', () => {
  expect(viewOf('unreachable', FORBIDDEN).status).toBe('noPermission')
  expect(viewOf('unreachable', LOST).status).toBe('unreachable')
  expect(viewOf('outdated', FORBIDDEN).status, 'rows that were read before stay').toBe('outdated')
})
