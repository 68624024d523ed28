import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { CountReply } from '@contract/socket'
import { FakeSocket } from '@tests/paths/kit/fake-socket'
import { createUnreadImplementations } from './unread.implementations'
import { selectUnread } from './unread.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const PUSHED = { chat_id: 'chat-1', message_id: 'message-1', seq: 1, createdAt: '2026-11-21T12:00:00.000Z' }

/** The count of one person's unread messages, with a socket that is still connecting. */
function start(of: 'chat' | 'support') {
  const line = new FakeSocket()
  const actor = createActor(createUnreadImplementations(line.port, of)).start()
  line.port.connect()
  return {
    line,
    actor,
    badge: () => selectUnread(actor.getSnapshot()),
    asked: () => line.emitted.map(({ event }) => event),
    /** Acknowledges the last request, as the server does for quick chats. */
    acknowledge: (reply: CountReply) => (line.emitted.at(-1)!.args[0] as (reply: CountReply) => void)(reply),
  }
}

test('quick chats: the count is requested once the socket is connected, and the acknowledgement is shown', () => {
  const { line, badge, asked, acknowledge } = start('chat')
  expect(asked()).toEqual([])
  line.opens()
  expect(asked()).toEqual(['quick_chat:message_count'])
  acknowledge({ success: true, data: 3 })
  expect(badge()).toBe(3)
  // Another tab of the same person has read them.
  line.push('quick_chat:message_count_response', { success: true, data: 0 })
  expect(badge()).toBe(0)
})

test('support tickets: the count is requested without an acknowledgement, and shown when its event arrives', () => {
  const { line, badge, asked } = start('support')
  line.opens()
  expect(asked()).toEqual(['support_ticket:message_count'])
  line.push('support_ticket:message_count_response', { success: true, data: 12 })
  expect(badge()).toBe(10)
  line.push('quick_chat:message_count_response', { success: true, data: 2 })
  expect(badge(), 'a count of quick chats').toBe(10)
})

test('a restored connection requests the count again; a lost or waiting one requests nothing', () => {
  const { line, asked } = start('chat')
  line.opens()
  line.breaks()
  line.tries()
  expect(asked()).toHaveLength(1)
  line.opens()
  expect(asked()).toHaveLength(2)
})

test('the count is requested only while connected, even if the port would accept a request', () => {
  const line = new FakeSocket()
  const emit = vi.spyOn(line.port, 'emit')
  createActor(createUnreadImplementations(line.port, 'support')).start()
  line.port.connect()
  line.breaks()
  line.tries()
  expect(emit).not.toHaveBeenCalled()
})

test('a burst of messages requests the count once, half a second after the first; the next burst requests it again', () => {
  const { line, asked, badge, acknowledge } = start('chat')
  line.opens()
  for (let message = 0; message < 40; message += 1) line.push('quick_chat:new_message_admin', PUSHED)
  vi.advanceTimersByTime(499)
  expect(asked()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(asked()).toHaveLength(2)
  acknowledge({ success: true, data: 7 })
  expect(badge()).toBe(7)
  line.push('quick_chat:new_message_admin', PUSHED)
  vi.advanceTimersByTime(500)
  expect(asked()).toHaveLength(3)
})

test('a refused count shows no badge: the person may not see these messages', () => {
  const { line, badge, acknowledge } = start('chat')
  line.opens()
  acknowledge({ success: false, data: 5 } as unknown as CountReply)
  expect(badge()).toBe(0)
})

test('after the sign-out nothing is requested, and a late acknowledgement changes nothing', () => {
  const { line, actor, asked, acknowledge } = start('chat')
  line.opens()
  line.push('quick_chat:new_message_admin', PUSHED)
  const before = actor.getSnapshot().value
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  actor.stop()
  vi.advanceTimersByTime(10_000)
  acknowledge({ success: true, data: 3 })
  expect([asked().length, line.listening, vi.getTimerCount()]).toEqual([1, 0, 0])
  expect(actor.getSnapshot().value).toEqual(before)
  expect(warn, 'an event to a stopped actor').not.toHaveBeenCalled()
})
