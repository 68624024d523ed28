/**
 * Random walks of the unread counts against their 'must never', over the socket's port: no '10', no badge at 0, nothing
 * after sign-out.
 */
import { expect, test, vi } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { createUnreadImplementations } from '@machines/unread/unread.implementations'
import { selectUnread } from '@machines/unread/unread.view'
import { FakeSocket } from '../kit/fake-socket'
import { flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

const PUSHED = { chat_id: 'chat-1', message_id: 'message-1', seq: 1, createdAt: '2026-11-21T12:00:00.000Z' }

/** A connection that breaks and is restored, and a server that counts. */
class World {
  readonly socket = new FakeSocket()
  readonly actor: Actor<ReturnType<typeof createUnreadImplementations>>
  /** The unread messages on the server. */
  waiting = 0
  /** The count that was sent last. */
  told: number | null = null

  constructor() {
    this.actor = createActor(createUnreadImplementations(this.socket.port, 'chat'))
    this.actor.start()
    this.socket.port.connect()
  }
  tell(count: number) {
    this.told = count
    this.socket.push('quick_chat:message_count_response', { success: true, data: count })
  }
}

const steps: Steps<World> = {
  'the line stands': ({ socket }) => socket.opens(),
  'the line breaks': ({ socket }) => socket.breaks(),
  'it is tried again': ({ socket }) => socket.tries(),
  'a message comes': (world) => {
    world.waiting += 1
    world.socket.push('quick_chat:new_message_admin', PUSHED)
  },
  'many messages come': (world) => {
    world.waiting += 40
    for (let count = 0; count < 40; count += 1) world.socket.push('quick_chat:new_message_admin', PUSHED)
  },
  'a colleague reads them': (world) => {
    world.waiting = 0
  },
  'the count is told': (world) => world.tell(world.waiting),
  'a count comes late': (world) => world.tell(Math.max(0, world.waiting - 1)),
  'a count is wrong': (world) => world.tell(-1),
  'the count is refused': ({ socket }) =>
    socket.push('quick_chat:message_count_response', { success: false, data: 99 }),
  'half a second passes': () => vi.advanceTimersByTimeAsync(500),
  'their page is opened': ({ actor }) => actor.send({ type: 'icon.click' }),
}

function mustHold({ actor, socket, told }: World, step: string): void {
  const snapshot = actor.getSnapshot()
  const shown = selectUnread(snapshot)
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    (shown < 0 || shown > 10) && `a badge for ${shown}`,
    told === null && shown > 0 && 'a count that nobody told',
    told !== null &&
      snapshot.matches('counted') &&
      shown !== Math.min(Math.max(0, told), 10) &&
      'another count than was told',
    step === 'their page is opened' && shown > 0 && 'a badge on the page that was opened',
    socket.listening === 0 && 'nobody listens',
    vi.getTimerCount() > 1 && 'several questions wait at once',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('counts that come, go and come late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['the count is told', 'a message comes'],
    mustHold,
    flush,
    leave: ({ actor, socket }) => {
      actor.stop()
      expect([socket.listening, vi.getTimerCount()]).toEqual([0, 0])
    },
  })
  vi.useRealTimers()
  expect(taken).toBeGreaterThan(3_000)
})
