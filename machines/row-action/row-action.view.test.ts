import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { rowActionCommands } from './row-action.view'

test('Try again, Check again and Dismiss each send their event', () => {
  expect(
    sentBy(rowActionCommands, (commands) => {
      commands.retry()
      commands.check()
      commands.dismiss()
    }),
  ).toEqual([{ type: 'rowAction.retry' }, { type: 'rowAction.check' }, { type: 'rowAction.dismiss' }])
})
