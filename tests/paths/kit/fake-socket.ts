/**
 * The live socket with the behaviour that its port describes: at most one connection, retried until it is disconnected,
 * silent afterwards.
 */
import { SOCKET } from '@contract/constants'
import type { SocketPort, SocketStatus } from '@ports/socket'
import type { ServerToClientEvents } from '@contract/socket'

type Listener = (...args: unknown[]) => void

/** A socket whose connection the test controls. */
export class FakeSocket {
  /** Number of requests to connect: the first of a connection, and those after a refusal. */
  connects = 0
  isWanted = false
  state: 'none' | 'trying' | 'open' | 'waiting' | 'refused' = 'none'
  readonly renewedWith: string[] = []
  /** Events emitted while connected; others are dropped, as the port describes. */
  readonly emitted: { event: string; args: unknown[] }[] = []
  private attempt = 0
  private readonly statusListeners = new Set<(status: SocketStatus) => void>()
  private readonly listeners = new Map<string, Set<Listener>>()

  readonly port: SocketPort = {
    connect: () => {
      this.connects += 1
      if (this.state === 'none' || this.state === 'refused') this.state = 'trying'
      this.isWanted = true
    },
    disconnect: () => {
      this.isWanted = false
      this.state = 'none'
      this.attempt = 0
    },
    emit: (event, ...args) => {
      if (this.state === 'open') this.emitted.push({ event, args })
    },
    on: (event, listener) => {
      const set = this.listeners.get(event) ?? new Set()
      this.listeners.set(event, set)
      set.add(listener as Listener)
      return () => void set.delete(listener as Listener)
    },
    onStatus: (listener) => {
      this.statusListeners.add(listener)
      return () => void this.statusListeners.delete(listener)
    },
    renewed: (token) => void this.renewedWith.push(token),
  }
  /** Number of listeners for anything. */
  get listening(): number {
    return this.statusListeners.size + [...this.listeners.values()].reduce((sum, set) => sum + set.size, 0)
  }
  push<E extends keyof ServerToClientEvents>(event: E, ...args: Parameters<ServerToClientEvents[E]>): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...args)
  }
  private tell = (status: SocketStatus) => this.statusListeners.forEach((listener) => listener(status))

  opens(): void {
    if (this.state !== 'trying') return
    this.state = 'open'
    this.attempt = 0
    this.tell({ type: 'connected' })
  }
  breaks(): void {
    if (this.state !== 'trying' && this.state !== 'open') return
    this.state = 'waiting'
    this.attempt += 1
    this.tell({ type: 'lost', reason: 'transport close' })
    this.tell({ type: 'waiting', attempt: this.attempt, delay: SOCKET.reconnectionDelay })
  }
  tries(): void {
    if (this.state !== 'waiting') return
    this.state = 'trying'
    this.tell({ type: 'retrying', attempt: this.attempt })
  }
  refuses(): void {
    if (this.state !== 'trying') return
    this.state = 'refused'
    this.tell({ type: 'refused', message: 'UNAUTHORIZED' })
  }
}
