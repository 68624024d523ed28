import { rejected } from '@server/platform/operations/failure'
import type { RuleCall } from './source'

/**
 * Refuses to disable a record that other records use (catalogue: 'disabling a category in use').
 * @param count SQL that counts the rows that use the record $1, as `n`; @param users singular and plural noun for them
 */
export const refuseInUse =
  ({ count, users }: { count: string; users: readonly [string, string] }) =>
  async ({ tx, id, body }: RuleCall): Promise<void> => {
    if (id === null || body.is_deleted !== true) return
    const [row] = await tx.query<{ n: number }>(count, [id])
    if (row!.n === 0) return
    const [used, them] = row!.n === 1 ? [`1 ${users[0]}`, 'it'] : [`${row!.n} ${users[1]}`, 'them']
    const message = `It is used by ${used}. Move ${them} to another one first.`
    throw rejected({ is_deleted: [message] }, message)
  }
