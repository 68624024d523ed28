import { expect, it } from 'vitest'
import type { SocketStatus } from '@contract/ports'
import { createConnection } from './connection'

const make = (onLine = true) => {
  let now = 0
  let tell: (status: SocketStatus) => void = () => undefined
  const network = Object.assign(new EventTarget(), { navigator: { onLine } })
  const connection = createConnection({
    network, clock: { now: () => (now += 1) },
    onStatus: (listener) => {
      tell = listener
      return () => undefined
    },
  })
  let changes = 0
  connection.subscribe(() => (changes += 1))
  return { connection, network, tell: (status: SocketStatus) => tell(status), changes: () => changes, state: () => connection.get().state }
}

it('is live once the socket is, and says when it is not', () => {
  const { state, tell, changes } = make()
  expect(state()).toBe('connecting')
  tell({ type: 'connected' })
  expect(state()).toBe('live')
  tell({ type: 'lost', reason: 'transport close' })
  tell({ type: 'retrying', attempt: 1 })
  tell({ type: 'refused', message: 'unauthorized' })
  expect(state()).toBe('reconnecting')
  expect(changes()).toBe(2)
})

it('without a network it is offline, whatever the socket has noticed yet', () => {
  const { connection, state, tell, network } = make()
  tell({ type: 'connected' })
  network.dispatchEvent(new Event('offline'))
  const { since } = connection.get()
  expect(state()).toBe('offline')
  tell({ type: 'lost', reason: 'transport close' })
  expect(connection.get()).toEqual({ state: 'offline', since })
  network.dispatchEvent(new Event('online'))
  expect(state()).toBe('reconnecting')
})

it('knows at the start that there is no network', () => expect(make(false).state()).toBe('offline'))

it('after a sign-out the next session connects anew', () => {
  const { connection, state, tell } = make()
  tell({ type: 'connected' })
  connection.rest()
  expect(state()).toBe('connecting')
})
