/**
 * One person's notifications on a server that a test controls, with the rules of the contract: revisions without gaps,
 * and pushes that may be lost, duplicated or late.
 */
import { failed, ok, type Result } from '@contract/errors'
import type { Notification } from '@contract/entities/notification'
import type { ApiPort, Reply } from '@ports/api'
import type { SocketPort, SocketStatus } from '@ports/socket'
import { Calls } from './fake-ports'
import { UNREACHABLE } from './samples'

interface Asked {
  id: string
  query?: { page?: number; itemNo?: number; since?: number; up_to?: number }
  params?: Record<string, string>
}
type Answer = Result<Reply<unknown>>
type Stored = Notification & { created: number }
type Listener = (payload: never) => void

const TAKEN = { kind: 'conflict', message: 'A colleague was first.', current: null } as const

export class FakeNotificationsServer {
  private records: Stored[] = []
  private revision = 0
  /** Events in transit to the console; lost with the connection. */
  private wire: { event: string; payload: object }[] = []
  private lastSent: { event: string; payload: object } | null = null
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly statusListeners = new Set<(status: SocketStatus) => void>()
  isConnected = false
  /** Each call gets the data at the time of its response. */
  readonly reads = new Calls<Asked, Answer>()
  readonly writes = new Calls<Asked, Answer>()
  acceptsMade = 0
  /** Whether an event was lost, although the connection stayed open. */
  hasLost = false

  constructor(count: number) {
    for (let made = 0; made < count; made += 1) this.add()
  }
  readonly api = {
    call: ({ id }: { id: string }, input: Omit<Asked, 'id'>, { signal }: { signal?: AbortSignal } = {}) => {
      if (id === 'shift.accept') this.acceptsMade += 1
      return (id === 'notifications.list' ? this.reads : this.writes).call({ id, ...input }, signal)
    },
  } as unknown as ApiPort
  readonly socket = {
    on: (event: string, listener: Listener) => {
      const set = this.listeners.get(event) ?? new Set()
      this.listeners.set(event, set.add(listener))
      return () => void set.delete(listener)
    },
    onStatus: (listener: (status: SocketStatus) => void) => {
      this.statusListeners.add(listener)
      return () => void this.statusListeners.delete(listener)
    },
  } as Pick<SocketPort, 'on' | 'onStatus'>

  get listenerCount(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, this.statusListeners.size)
  }
  /** The notifications in the list, newest first. */
  get shown(): Notification[] {
    return this.records
      .filter(({ is_removed }) => !is_removed)
      .toSorted((a, b) => b.created - a.created)
      .map(sent)
  }
  get unread(): number {
    return this.shown.filter(({ is_read }) => !is_read).length
  }
  private get stand() {
    return { unread_count: this.unread, revision: this.revision }
  }
  private send(event: string, payload: object): void {
    if (this.isConnected) this.wire.push({ event, payload })
  }

  connect(): void {
    if (this.isConnected) return
    this.isConnected = true
    for (const tell of this.statusListeners) tell({ type: 'connected' })
  }
  drop(): void {
    if (!this.isConnected) return
    this.isConnected = false
    this.wire = []
    for (const tell of this.statusListeners) tell({ type: 'lost', reason: 'test' })
  }
  /** Delivers the oldest event. @returns whether there was one */
  deliver(): boolean {
    const next = this.wire.shift()
    if (!next) return false
    this.lastSent = next
    for (const listener of this.listeners.get(next.event) ?? []) listener(next.payload as never)
    return true
  }
  deliverAgain(): void {
    if (this.isConnected && this.lastSent)
      for (const listener of this.listeners.get(this.lastSent.event) ?? []) listener(this.lastSent.payload as never)
  }
  /** Lets the newest event overtake the others. */
  overtake(): void {
    const last = this.wire.pop()
    if (last) this.wire.unshift(last)
  }
  /** Loses one event, although the connection stays open. */
  lose(): void {
    this.hasLost ||= this.wire.shift() !== undefined
  }

  add(): void {
    this.revision += 1
    const made = this.revision
    const keyword = made % 3 === 0 ? 'SHIFT_HANDOVER' : 'TICKET_ASSIGNED'
    const record: Stored = {
      id: `n-${made}`,
      title: `Number ${made}`,
      description: '',
      keyword,
      keyword_id: `k-${made}`,
      is_read: false,
      createdAt: new Date(1_000_000 + made * 1000).toISOString(),
      revision: made,
      created: made,
    }
    this.records.push(record)
    this.send('notification:admin_notification_response', { success: true, data: sent(record), ...this.stand })
  }
  private change(records: readonly Stored[], change: Partial<Notification>): void {
    if (records.length === 0) return
    this.revision += 1
    for (const record of records) Object.assign(record, change, { revision: this.revision })
    this.send('notification:changed', { ids: records.length > 3 ? null : records.map(({ id }) => id), ...this.stand })
  }
  private readonly onList = (isMeant: (record: Stored) => boolean) =>
    this.records.filter((record) => !record.is_removed && isMeant(record))
  /** As another tab would. */
  readOneElsewhere(): void {
    this.change(this.onList(({ is_read }) => !is_read).slice(-2, -1), { is_read: true })
  }
  /** The event that spec 7 requires a client only to log. */
  tellAllRead(): void {
    this.send('notification:admin_all_notification_response', { success: true, ...this.stand })
  }
  readAllElsewhere(): void {
    this.change(
      this.onList(({ is_read }) => !is_read),
      { is_read: true },
    )
  }
  removeElsewhere(): void {
    this.change(
      this.onList(({ keyword_id, keyword }) => keyword === 'SHIFT_HANDOVER' && keyword_id !== null).slice(-2, -1),
      { is_removed: true, is_read: true, keyword_id: null },
    )
  }
  takeElsewhere(): void {
    this.change(
      this.onList(({ keyword_id, keyword }) => keyword === 'SHIFT_HANDOVER' && keyword_id !== null).slice(-1),
      { keyword_id: null, title: 'Taken' },
    )
  }

  answerRead = (): boolean => this.reads.answerNext((asked) => this.list(asked))
  failRead = (): boolean => this.reads.answerNext(() => failed(UNREACHABLE))
  answerWrite = (): boolean => this.writes.answerNext((asked) => this.write(asked))
  failWrite = (): boolean => this.writes.answerNext(() => failed(UNREACHABLE))

  private list({ query: { page = 1, itemNo = 10, since } = {} }: Asked): Answer {
    const found =
      since === undefined
        ? this.shown
        : this.records
            .filter(({ revision }) => revision > since)
            .toSorted((a, b) => b.created - a.created)
            .map(sent)
    return ok({ data: found.slice((page - 1) * itemNo, page * itemNo), total_count: found.length, ...this.stand })
  }
  private write({ id, query, params }: Asked): Answer {
    if (id === 'notifications.readAll') {
      this.change(
        this.onList(({ is_read, created }) => !is_read && created <= (query?.up_to ?? Infinity)),
        { is_read: true },
      )
      return ok({ data: null, ...this.stand })
    }
    if (id === 'notifications.read') {
      const record = this.records.find((one) => one.id === params!.id)!
      if (!record.is_read && !record.is_removed) this.change([record], { is_read: true })
      return ok({ data: sent(record), ...this.stand })
    }
    const record = this.onList(({ keyword_id }) => keyword_id === params!.keyword_id)[0]
    if (!record) return failed(TAKEN)
    this.change([record], { is_removed: true, is_read: true, keyword_id: null })
    return ok({ data: null })
  }
}

const sent = ({ created: _, ...notification }: Stored): Notification => ({ ...notification })
