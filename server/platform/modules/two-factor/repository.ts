/** Statements about recovery codes. */
import type { RecoveryCodes } from '@contract/entities/two-factor'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { writeAudit, type AuditHead } from '@server/platform/modules/audit/entry'

/** Deletes a person's recovery codes, for a statement's `with` list. @param ids SQL of a set of staff ids */
export const forgetRecoveryCodes = (ids: string): string => `delete from recovery_codes where staff_id in (${ids})`

export type RecoveryCodeRepository = ReturnType<typeof createRecoveryCodeRepository>

export function createRecoveryCodeRepository(db: Db, clock: Clock) {
  const now = () => new Date(clock.now()).toISOString()
  return {
    /** @returns whether this was one of the person's unused codes; it is marked as used */
    async use(staffId: string, hash: string): Promise<boolean> {
      const used = await db.query(
        `update recovery_codes set used_at = $3::timestamptz
         where staff_id = $1::uuid and code_hash = $2::text and used_at is null returning staff_id`,
        [staffId, hash, now()],
      )
      return used.length > 0
    },
    async summary(staffId: string): Promise<RecoveryCodes> {
      const [row] = await db.query<{ left: number; made: number | null }>(
        `select (count(*) filter (where used_at is null))::int as left, (extract(epoch from min(created_at)) * 1000)::float8 as made
         from recovery_codes where staff_id = $1::uuid`,
        [staffId],
      )
      const { left, made } = row!
      return { left, created_at: made === null ? null : new Date(made).toISOString() }
    },
    /**
     * Replaces all codes of a person, and writes the audit entry. The account's row is locked first: of two concurrent calls, the
     * later one must see, and delete, the codes of the earlier one.
     * @param store stores the answer, in the same transaction
     * @returns false where two-factor is off
     */
    replace(
      staffId: string,
      hashes: readonly string[],
      head: AuditHead,
      store: (tx: Queryable) => Promise<unknown>,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const locked = await tx.query('select id from staff where id = $1::uuid and two_fa_enabled for update', [
          staffId,
        ])
        if (locked.length === 0) return false
        await tx.query('delete from recovery_codes where staff_id = $1::uuid', [staffId])
        await tx.query(
          `insert into recovery_codes (staff_id, code_hash, created_at)
           select $1::uuid, hash, $3::timestamptz from unnest($2::text[]) as hash`,
          [staffId, hashes, now()],
        )
        await writeAudit(tx, clock, head, staffId)
        await store(tx)
        return true
      })
    },
  }
}
