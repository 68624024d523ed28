import { TELEGRAM_REFUSAL } from '@contract/records/people/telegram-user'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'

/** See the source: server/platform/records/people/telegram-user.ts. */
export const telegramUserBehaviour: Behaviour = {
  actions: {
    link(row, { user }, rows, at) {
      const chosen = rows('users').find(({ id }) => id === user)!
      if ((chosen.third_party_store_code ?? chosen.store_code) !== row.store_code)
        throw rejected({ user: [TELEGRAM_REFUSAL.otherStore] })
      const taken = rows('telegramUser').find((each) => each.user === user)
      if (taken) throw rejected({ user: [TELEGRAM_REFUSAL.taken(taken.telegram_id as string)] })
      return { user, linked_at: at }
    },
    unlink: () => ({ user: null, linked_at: null }),
  },
}
