import { rejected } from '@server/http/failure'
import type { RuleCall } from './source'

/**
 * Refuses to disable a record that others use (catalogue: 'disabling a category in use').
 * @param count SQL that counts the users of the record $1, as `n`; @param users what they are, in the plural
 */
export const refuseInUse =
  ({ count, users }: { count: string; users: string }) =>
  async ({ tx, id, body }: RuleCall): Promise<void> => {
    if (id === null || body.is_deleted !== true) return
    const [row] = await tx.query<{ n: number }>(count, [id])
    if (row!.n > 0)
      throw rejected(
        { is_deleted: [`${row!.n} ${users} use it. Move them to another one first.`] },
        `It is used by ${row!.n} ${users}. Move them to another one first.`,
      )
  }
