import { expect, it } from 'vitest'
import { createConnection, type Joined } from './connection'

const make = (onLine = true) => {
  let now = 0
  const network = Object.assign(new EventTarget(), { navigator: { onLine } })
  const connection = createConnection({ network, clock: { now: () => (now += 1) } })
  let changes = 0
  connection.subscribe(() => (changes += 1))
  const tell = (state: Joined['state'], nextTryAt: number | null = null) => connection.joined({ state, nextTryAt })
  return { connection, network, tell, changes: () => changes, state: () => connection.get().state }
}

it('is live while the socket is, and reports when it is not', () => {
  const { state, tell, changes } = make()
  expect(state()).toBe('connecting')
  tell('live')
  expect(state()).toBe('live')
  tell('reconnecting')
  tell('reconnecting')
  expect(state()).toBe('reconnecting')
  expect(changes()).toBe(2)
})

it('reports when the next attempt starts, and since when the state has lasted', () => {
  const { connection, tell, changes } = make()
  tell('reconnecting')
  const { since } = connection.get()
  tell('reconnecting', 4000)
  expect(connection.get()).toEqual({ state: 'reconnecting', since, nextTryAt: 4000 })
  expect(changes()).toBe(2)
})

it('is offline without a network, even if the socket has not noticed yet', () => {
  const { connection, state, tell, network } = make()
  tell('live')
  network.dispatchEvent(new Event('offline'))
  const { since } = connection.get()
  expect(state()).toBe('offline')
  tell('reconnecting', 4000)
  expect(connection.get()).toEqual({ state: 'offline', since, nextTryAt: null })
  network.dispatchEvent(new Event('online'))
  expect(connection.get()).toMatchObject({ state: 'reconnecting', nextTryAt: 4000 })
})

it('is offline at the start if there is no network', () => expect(make(false).state()).toBe('offline'))
