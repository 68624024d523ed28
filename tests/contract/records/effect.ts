/** What an action does beyond its definition's `sets`, for the cases of actions. */
import assert from 'node:assert/strict'
import type { Environment } from '../environment'
import type { RecordDefinition } from '@contract/records/record'
import type { Values } from '../record-examples'
import { clientOf } from './people'
import { done } from './calls'
import { addRecord, definitionOf } from './rows'
import type { Row } from './oracle'

export interface Effect {
  /** Chooses a row on which the effect can be seen. */
  choose?: (rows: readonly Row[]) => Row | undefined
  /** Adds such a row, where there may be none. */
  make?: (on: Environment, record: RecordDefinition) => Promise<Row>
  /** The platform goes on at once, and changes the row again: cases of their own say what it does. */
  goesOn?: true
  /** Others must approve it first: nothing that it sets is written. */
  waits?: true
  /** Fields that the action writes in addition to `sets`. */
  writes?: readonly string[]
  /** Afterwards the row is in no list and cannot be opened. */
  leaves?: true
  /** The required body for the row. */
  body?: (row: Row) => Values
  /** Runs before the action. @returns a check that runs after it */
  watch?: (on: Environment, row: Row, body: Values) => Promise<() => Promise<void>>
}

/** Adds a row with the required values. */
export const added: NonNullable<Effect['make']> = async (on, record) => (await addRecord(on, record))!
/** Others must approve it before anything changes. @param status that stays meanwhile */
export const awaitsApproval = (name: string, status: string): Effect => ({
  waits: true,
  writes: ['awaits_approval'],
  watch: (on, row) =>
    Promise.resolve(async () => {
      const after = await done(await clientOf(on, 'boss'), definitionOf(name), 'get', row.id)
      assert.deepEqual([after.status, after.awaits_approval], [status, true], 'others decide it')
    }),
})
