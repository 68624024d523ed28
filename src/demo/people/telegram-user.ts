/** Telegram accounts: most are linked, each to a different user; some have written to the bot and are not linked. */
import { daysBefore, ownPerson, type RowsOf } from '../rows'

const COUNT = 130
const NAMES =
  'olivia_w liam_hayes somchai_k nok_thai nikos_papad eleni_geo amina_h youssef_m greta_v zofia_kr arjun_p minhtran elif_dmr olena_kv haruto_s mei_chen thiago_b avahayes felipe_p jonas_vogel'.split(
    ' ',
  )

/** Every second user of a store has an account, as long as there are rows. */
const linkedOf = { house: 0, partner: 0 }

export const telegramUsers: RowsOf<'telegramUser'> = Array.from({ length: COUNT }, (_, index) => {
  const isPartner = index % 9 === 4
  const isLinked = index % 3 !== 2 && index > 20
  const store = isPartner ? 'partner' : 'house'
  const seen = (COUNT - index) * 3
  const handle = `${NAMES[(index * 7) % NAMES.length]!}${index % 4 === 0 ? '' : index + 10}`
  return {
    telegram_id: String(100_000_000 + ((index * 7_919_317 + 2_810_053) % 7_800_000_000)),
    telegram_username: index % 6 === 2 ? null : handle,
    user: isLinked ? ownPerson('users', 2 * linkedOf[store]++) : null,
    linked_at: isLinked ? daysBefore(seen * 0.9) : null,
    last_message_at: daysBefore((seen * ((index * 37) % 89)) / 100 + 0.01),
    opted_in: isLinked ? index % 5 !== 1 : index % 10 === 2,
    status: isLinked ? (index % 7 === 3 ? 'BLOCKED_BOT' : 'ACTIVE') : 'UNLINKED',
    by: 'nobody',
    ...(isPartner && { of: 'partner' as const }),
  }
})
