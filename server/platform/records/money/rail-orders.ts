/** What rails are asked to do for the rows of a record: what is sent, and what follows when it is done (money, Rails). */
import type { Subject } from '@contract/permissions'
import type { RecordKey } from '@contract/records/records'
import type { Changed } from '@server/platform/modules/approvals/effects'
import type { Movement } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import type { ConnectedRail, RailKind, RailOf } from '@server/platform/ports/rails'
import type { Columns } from '@server/platform/records/writes'
import type { OrderType } from './rail-attempts'
import type { Known } from './rail-answers'

/** A row that a rail carries out. */
export interface Order {
  id: string
  user_id: string
  store: string | null
  reference: string
  status: string
}

/** Who moves the money, and when (ISO time). Without an actor the platform does. */
export interface By {
  actor?: string
  at: string
}

/** @returns what the transfers of an order say of their cause */
export const causeOf = (
  type: OrderType,
  { id, user_id }: Pick<Order, 'id' | 'user_id'>,
  { actor, at }: By,
  line = 0,
): Pick<Movement, 'user_id' | 'source_type' | 'source_id' | 'line' | 'actor_type' | 'actor_id' | 'at'> => ({
  user_id,
  source_type: type,
  source_id: id,
  line,
  ...(actor === undefined ? {} : { actor_type: 'STAFF', actor_id: actor }),
  at,
})

/** States that all orders share; each kind has one more, in which an order waits to be sent. */
export type OrderStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'

export interface Sent {
  /** Of the attempt. */
  reference: string
  /** Decrypts what users have entrusted to the platform, for the call only. */
  unseal: (sealed: string) => string
}

export interface OrderKind<O extends Order = Order> {
  type: OrderType
  /** Kind of the rails that carry it out. */
  rail: RailKind
  record: RecordKey
  subject: Subject
  table: string
  /** State in which an order waits to be sent. */
  waits: string
  /** What the history calls each state that an order comes to by itself. */
  events: Readonly<Record<string, string>>
  /** Reads an order, and locks its row until the end of the transaction. @returns null where there is none */
  read(tx: Queryable, id: string): Promise<O | null>
  /** @returns why an order must not be sent now, beside what its rail is; null where it may */
  whyNotSent?(tx: Queryable, order: O): Promise<string | null>
  /** @returns whether an order is done that the network has; without it what is accepted is never done by that alone */
  isDone?(order: O, known: Known): boolean
  /** @returns what the row keeps of an order under way, and what its history calls that; null where nothing is new */
  onTheWay?(order: O, known: Known): { action: string; columns: Columns } | null
  /** Makes the call, outside of a transaction. @param rail one of its kind @returns what is known after it */
  send(rail: ConnectedRail, order: O, attempt: Sent): Promise<Known>
  /** Posts the transfers of an order that is done. @returns what else changes in its row */
  done(tx: Queryable, order: O, known: Known, by: By): Promise<Columns>
  /** @param columns as `done` returned them @returns rows of other records that it has added or changed */
  adds?(columns: Columns, order: O): readonly Changed[]
  /** Posts the transfers of an order that has failed; without it the money stays locked until a person decides. */
  failed?(tx: Queryable, order: O, by: By): Promise<void>
}

/** @returns the parts of a kind of order that say which rails carry it out, and how */
export const sentBy = <K extends RailKind, O extends Order>(
  rail: K,
  send: (rail: RailOf<K>, order: O, attempt: Sent) => Promise<Known>,
): Pick<OrderKind<O>, 'rail' | 'send'> => ({
  rail,
  // Whoever sends has looked the rail up by its kind.
  send: (connected, order, attempt) => send(connected as RailOf<K>, order, attempt),
})
