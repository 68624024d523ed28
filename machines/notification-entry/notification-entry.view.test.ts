import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { entryCommands } from './notification-entry.view'

test('each command sends its event', () => {
  expect(
    sentBy(entryCommands, (commands) => {
      commands.click()
      commands.accept()
    }),
  ).toEqual([{ type: 'entry.click' }, { type: 'entry.accept' }])
})
