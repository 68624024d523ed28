/** The bonus of a deposit (catalogue, /deposit-bonus-type): from the promo code, else from the first type that applies, else from the level. */
import { amountOf, hundredthsOf, moneyText } from '@contract/amounts'
import { bonusFor, LEVEL_BONUS, type BonusTerms } from '@contract/records/money/deposit-bonus'
import { GRANT_REFUSAL } from '@contract/records/rewards/bonus-grant'
import type { DEPOSIT_METHODS } from '@contract/records/money/deposit-bonus-type'
import type { Queryable } from '@server/platform/ports/db'
import { isoTime } from '@server/platform/db/iso-time'
import { grantByRule, grantReward } from '@server/platform/records/rewards/grant'

/** A deposit that is being credited. */
export interface CreditedDeposit {
  /** By which the grant is found again. */
  id: string
  user_id: string
  currency: string
  store: string | null
  /** Decimal with two places. */
  amount: string
  promo_code: string | null
  /** Id of whoever credits it; null: the platform. */
  actor: string | null
  /** ISO time. */
  at: string
}

interface Promised {
  id: string
  name: string
  amount: string
  is_for_deposits: boolean
  min_deposit: string | null
}

/** What a bonus with this code gives for the amount, whether it can be granted or not. */
async function bonusOfCode(
  tx: Queryable,
  { promo_code, store, amount }: CreditedDeposit,
): Promise<Promised | undefined> {
  const [row] = await tx.query<Promised>(
    `select b.id::text as id, b.name, b.type in ('WELCOME', 'DEPOSIT_MATCH', 'RELOAD') as is_for_deposits, b.min_deposit::text as min_deposit,
       case when b.reward = 'FIXED' then b.amount else least(trunc($3::text::numeric * b.percent / 100, 2), b.max_amount) end::numeric(20, 2)::text as amount
     from bonuses b where b.promo_code = $1::text and b.store_code is not distinct from $2::text`,
    [promo_code, store, amount],
  )
  return row
}

/** Grants the bonus of a promo code. @returns what was granted, or why nothing was */
async function byCode(tx: Queryable, deposit: CreditedDeposit): Promise<{ text: string; isGranted: boolean }> {
  const { id, user_id, amount, promo_code: code, actor, at, currency } = deposit
  const found = await bonusOfCode(tx, deposit)
  const refused = (why: string) => ({ text: `No bonus from the code ${code}: ${why}`, isGranted: false })
  if (!found) return refused('no bonus has it.')
  if (!found.is_for_deposits) return refused('its bonus is not for deposits.')
  if (found.min_deposit !== null && hundredthsOf(amount) < hundredthsOf(found.min_deposit))
    return refused(`the deposit is below ${moneyText(found.min_deposit, currency)}.`)
  const granted = await grantByRule(
    { tx, at },
    {
      user: user_id,
      bonus: found.id,
      amount: found.amount,
      origin: 'DEPOSIT',
      purpose: 'BONUS_GRANTED',
      source: id,
      note: `Code ${code}`,
      actor,
    },
  )
  if ('refused' in granted)
    return refused(granted.refused === GRANT_REFUSAL.notLive ? 'it is not live.' : `${granted.refused}.`)
  return { text: given(`${found.name}, code ${code}`, granted, currency), isGranted: true }
}

const given = (name: string, { amount, to_wager }: { amount: string; to_wager: string }, currency: string) =>
  `${name}: ${moneyText(amount, currency)}, to wager ${moneyText(to_wager, currency)}`

/** The types of a store in their order, and the percentage of the user's level. */
async function termsFor(tx: Queryable, { user_id, store }: CreditedDeposit) {
  const types = await tx.query<BonusTerms & { expiry_days: number }>(
    `select t.id::text as id, t.name, t.trigger, t.nth, t.weekdays, t.method_kind, t.percent::text as percent,
       t.max_amount::text as max_amount, t.min_deposit::text as min_deposit, t.wagering_multiplier::text as wagering_multiplier,
       ${isoTime('t.starts_at')} as starts_at, ${isoTime('t.ends_at')} as ends_at, t.is_deleted, t.expiry_days
     from deposit_bonus_types t where t.store_code is not distinct from $1::text order by t.position, t.id`,
    [store],
  )
  const [level] = await tx.query<{ name: string; percent: string }>(
    `select l.name, l.deposit_bonus_percent::text as percent from users u join user_levels l on l.id = u.user_level_id
     where u.id = $1::uuid and l.deposit_bonus_percent > 0`,
    [user_id],
  )
  return { types, level }
}

/**
 * Grants the bonus of a deposit, in the transaction that credits it.
 * @param which number of the user's deposit: 1 for the first one
 * @returns what was granted and why, or why a code gave nothing; null where nothing gives a bonus
 */
export async function giveDepositBonus(
  tx: Queryable,
  deposit: CreditedDeposit,
  { which, method_kind }: { which: number; method_kind: keyof typeof DEPOSIT_METHODS },
): Promise<string | null> {
  const { id, user_id, amount, actor, at, currency } = deposit
  const ofCode = deposit.promo_code === null ? null : await byCode(tx, deposit)
  if (ofCode?.isGranted) return ofCode.text
  const { types, level } = await termsFor(tx, deposit)
  const { winner, bonus } = bonusFor(types, { which, amount, method_kind, at }, at)
  const type = winner && types.find((each) => each.id === winner.id)!
  const share = level && amountOf((hundredthsOf(amount) * hundredthsOf(level.percent)) / 10_000n)
  const [name, granted, terms] = type
    ? [type.name, bonus!, type]
    : [level && `Level ${level.name}`, share ?? '0.00', LEVEL_BONUS]
  if (name === undefined || hundredthsOf(granted) === 0n) return ofCode?.text ?? null
  const { wagering_multiplier, expiry_days } = terms
  const { to_wager } = await grantReward(
    { tx, at },
    {
      user: user_id,
      amount: granted,
      wagering_multiplier,
      expiry_days,
      origin: 'DEPOSIT',
      purpose: 'BONUS_GRANTED',
      source: id,
      note: name,
      actor,
    },
  )
  return [...(ofCode ? [ofCode.text] : []), given(name, { amount: granted, to_wager }, currency)].join(' ')
}
