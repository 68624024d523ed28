import { TELEGRAM_REFUSAL, telegramUser } from '@contract/records/people/telegram-user'
import { users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'

const TABLE = 'telegram_users'
export const telegramUsers = recordTable(telegramUser, TABLE, { user: () => users.id })

export default defineSource(telegramUser, {
  table: telegramUsers,
  scope: { store: 'row' },
  derived: {},
  // Concurrent calls cannot give a user two accounts; where possible, `link` names the existing one.
  constraintErrors: (constraint) =>
    constraint === `${TABLE}_user_id_unique` ? { errors: { user: [TELEGRAM_REFUSAL.taken(null)] } } : null,
  actions: {
    async link({ tx, id, body, at }) {
      const user = body.user as string
      // Two people who link the same user wait for each other, so that the second one sees the first one's account.
      await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
      const [row] = await tx.query<{ is_same_store: boolean; taken: string | null }>(
        `select p.store is not distinct from u.store_code as is_same_store,
           (select o.telegram_id from ${TABLE} o where o.user_id = p.id) as taken
         from ${TABLE} u, users p where u.id = $1::uuid and p.id = $2::uuid`,
        [id, user],
      )
      if (!row!.is_same_store) throw rejected({ user: [TELEGRAM_REFUSAL.otherStore] })
      if (row!.taken !== null) throw rejected({ user: [TELEGRAM_REFUSAL.taken(row!.taken)] })
      return {
        user_id: { value: user, type: 'uuid', field: 'user' },
        linked_at: { value: at, type: 'timestamptz' },
      }
    },
    unlink: () =>
      Promise.resolve({
        user_id: { value: null, type: 'uuid', field: 'user' },
        linked_at: { value: null, type: 'timestamptz' },
      }),
  },
})
