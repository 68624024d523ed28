import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { activityMachine } from './activity.machine'
import { activityCommands, selectAsksAboutSignOut, selectBulkActions, selectRowActions } from './activity.view'

const context = { rowActions: {}, bulkActions: {}, inFlight: [] }

test('each command sends its event with its arguments', () => {
  const rowAction = {
    list: 'users',
    rowId: 'a',
    version: 3,
    action: 'disable',
    payload: { is_deleted: true },
    key: 'key-1',
    record: { name: 'Ada', href: '/users/a' },
  }
  const bulkAction = { list: 'users', action: 'disable', payload: {}, reverse: null, items: [], key: 'key-2' }
  expect(
    sentBy(activityCommands, (commands) => {
      commands.startRowAction(rowAction)
      commands.startBulkAction(bulkAction)
      commands.signOut()
      commands.confirmSignOut()
      commands.staySignedIn()
    }),
  ).toEqual([
    { type: 'rowAction.start', ...rowAction },
    { type: 'bulkAction.start', ...bulkAction },
    { type: 'signOut.request' },
    { type: 'signOut.confirm' },
    { type: 'signOut.cancel' },
  ])
})

test('the question about signing out is shown only while the person decides', () => {
  const asksIn = (value: Parameters<typeof activityMachine.resolveState>[0]['value']) =>
    selectAsksAboutSignOut(activityMachine.resolveState({ value, context }))
  expect(asksIn({ working: 'confirmingSignOut' })).toBe(true)
  expect(asksIn({ working: 'inProgress' })).toBe(false)
  expect(asksIn('idle')).toBe(false)
})

test('actions are selected by record and by list', () => {
  const snapshot = activityMachine.resolveState({ value: 'idle', context })
  expect(selectRowActions(snapshot)).toBe(context.rowActions)
  expect(selectBulkActions(snapshot)).toBe(context.bulkActions)
})
