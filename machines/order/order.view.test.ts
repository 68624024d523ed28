import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { orderMachine } from './order.machine'
import { NO_CHANGES } from './merge-order'
import { orderCommands, selectOrderView, type OrderState } from './order.view'

const VALUES = {
  opening: 'opening',
  unmoved: 'unmoved',
  moved: { unsaved: 'moved' },
  leaving: { unsaved: 'leaving' },
  rereading: { unsaved: 'rereading' },
  conflict: { unsaved: 'conflict' },
  refused: { unsaved: 'refused' },
  saving: { sending: 'saving' },
  checking: { sending: 'checking' },
  unresolved: { sending: 'unresolved' },
} as const
const viewIn = (state: keyof typeof VALUES) =>
  selectOrderView(
    orderMachine.resolveState({
      value: VALUES[state],
      context: {
        list: ['a', 'b'],
        base: ['a', 'b'],
        ids: ['b', 'a'],
        changes: NO_CHANGES,
        isRestored: false,
        isFollowing: false,
        key: 'key',
        saves: 1,
        error: { kind: 'forbidden', message: '' },
      },
    }),
  )
const states = Object.keys(VALUES) as (keyof typeof VALUES)[]
const statesIn = (what: 'locked' | 'canSave' | 'holds' | 'problem'): OrderState[] =>
  states.filter((state) => viewIn(state)[what])

test('the view names each state, and what can be done in it', () => {
  expect(states.map((state) => viewIn(state).state)).toEqual(states)
  expect(statesIn('locked')).toEqual(['opening', 'leaving', 'rereading', 'saving', 'checking', 'unresolved'])
  expect(statesIn('canSave')).toEqual(['moved', 'conflict', 'refused'])
  expect(statesIn('holds')).toEqual(['moved', 'leaving', 'rereading', 'conflict', 'refused'])
  expect(statesIn('problem')).toEqual(['refused'])
  expect(viewIn('refused').problem).toBe('You are not permitted to do this.')
})

test('each command sends its event', () => {
  expect(
    sentBy(orderCommands, (commands) => {
      commands.move(['b', 'a'])
      commands.save()
      commands.check()
      commands.reread()
      commands.discard()
      commands.leave()
      commands.stay()
      commands.leaveAnyway()
    }),
  ).toEqual([
    { type: 'order.move', ids: ['b', 'a'] },
    { type: 'order.save' },
    { type: 'order.check' },
    { type: 'order.reread' },
    { type: 'order.discard' },
    { type: 'order.leave' },
    { type: 'order.stay' },
    { type: 'order.leaveAnyway' },
  ])
})
