/**
 * What an action would do to money, before it is done (look, section 8): the platform performs the action, has it approved by those who
 * may, looks at the accounts, and rolls everything back. So a preview cannot differ from its action, and refuses what the action refuses.
 */
import { amountOf, groupDigits, hundredthsOf, moneyText } from '../../amounts'
import { worded } from '../action-approval'
import { holdsList } from '../kinds'
import { amount0, flag, integer, list, oneOf, text255, type ItemOf } from '../field'
import type { ActionDefinition, ActionPreview, Fields, MoneyButton } from '../record'
import { USER_ACCOUNTS } from './user-accounts'

export type UserAccount = keyof typeof USER_ACCOUNTS

/** The field of users with the balance of each account: whoever may read it sees the balance in previews. */
export const BALANCE_FIELDS = {
  CASH: 'cash_balance',
  BONUS: 'bonus_balance',
  LOCKED: 'locked_balance',
  RECEIVABLE: 'receivable',
} as const satisfies Readonly<Record<UserAccount, string>>

const FACT_KINDS = { TEXT: 'Text', TIME: 'Time', MONEY: 'Amount' } as const

const accountChange = {
  /** Name of the user; initials for people who may not read users. */
  user: text255('User', { required: true }),
  account: oneOf('Account', USER_ACCOUNTS, { required: true }),
  currency: text255('Currency', { required: true }),
  /** Null for people who may not read the balance. */
  before: amount0('Before'),
  after: amount0('After'),
  /** Negative where money is taken. */
  change: amount0('Change', { required: true }),
} as const
export type AccountChange = ItemOf<typeof accountChange>

const fact = {
  label: text255('Label', { required: true }),
  /** How both values are written: a text, an ISO time, or an amount of a currency or a coin. */
  kind: oneOf('Kind', FACT_KINDS, { required: true }),
  currency: text255('Currency'),
  /** Null where there was nothing before. */
  before: text255('Before'),
  value: text255('Value', { required: true }),
} as const
export type EffectFact = ItemOf<typeof fact>

/** The fields of the answer. */
export const moneyEffect = {
  /** What is granted, paid, taken or reversed; null where nothing has an amount. */
  amount: amount0('Amount'),
  currency: text255('Currency', { required: true }),
  accounts: list('Accounts', accountChange, { one: 'account', most: 100 }),
  /** What else would be different. */
  facts: list('Effects', fact, { one: 'effect', most: 100 }),
  /** How many other people must approve it first. */
  approvers: integer('Others who must approve', { max: 2 }, { required: true }),
  /** How many people may approve it now; null where nobody must. */
  deciders: integer('May approve', {}),
  /** The tiers of the policy: up to the first amount nobody else is needed, up to the second one other person. Null: no such tier. */
  alone_up_to: amount0('Alone up to'),
  one_up_to: amount0('One other person up to'),
  /** Whoever lets it take effect proves again who they are. */
  needs_step_up: flag('Needs a step-up', { required: true }),
  /** What follows the action, where nobody must approve the action itself; null: nothing does. */
  next: text255('What follows'),
  /** Why it could be requested, but could not take effect now. */
  problem: text255('Problem'),
} as const
export type MoneyEffect = ItemOf<typeof moneyEffect>

/**
 * @param from the input that the effect depends on
 * @param button text of the button, with `{amount}`
 * @param shows texts and amounts of the record, as they are afterwards
 * @param next a sentence about what has to follow, where nobody must approve the action itself
 */
export const moneyPreview = <const B extends MoneyButton>(
  from: readonly string[],
  button: B,
  shows: readonly string[] = [],
  next?: string,
) =>
  ({
    of: 'money',
    label: 'What will happen',
    from,
    answers: moneyEffect,
    button,
    shows,
    ...(next !== undefined && { next }),
  }) as const satisfies ActionPreview

/** A placeholder in a text that nobody keeps. */
const ANY_TEXT = '…'
/**
 * @param body of the preview
 * @returns the body with which the action is performed to be rolled back: required input that the preview does not depend on has any
 *   valid value
 */
export const rehearsedBody = (
  { asks = {} }: Pick<ActionDefinition, 'asks'>,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(asks).flatMap(([name, { required, type }]) =>
      required && !holdsList(type) && !(name in body)
        ? [[name, type.kind === 'enum' ? Object.keys(type.labels)[0] : ANY_TEXT]]
        : [],
    ),
  ),
  ...body,
})

/** @param refusal of an effect that nobody has asked for yet @returns it without what it says of the attempt */
export const hypothetical = (refusal: string): string => refusal.replace(/ ?Nothing was changed[^.]*\./, '')

/** Message of a preview whose amount is above what the person may decide alone. */
export const aboveOwnLimit = (limit: string): string =>
  `This is above your own limit of ${limit}. Ask somebody with a higher one.`

/** A user's open bonuses and free spins, before or after an action. */
export interface UserRewards {
  id: string
  name: string
  currency: string
  spins: number
  grants: readonly OpenGrant[]
}
/** A grant that is active, or awaits its approval. */
export interface OpenGrant {
  id: string
  /** Of its bonus, or what it was given for. */
  name: string
  wagering_required: string
  wagered: string
  /** ISO time. */
  expires_at: string
}

/**
 * @param seesGrants whether the reader may read grants of users
 * @returns what differs in the rewards of users. With several users, each fact names its user
 */
export function rewardFacts(
  before: readonly UserRewards[],
  after: readonly UserRewards[],
  seesGrants: boolean,
): EffectFact[] {
  const facts = after.flatMap((now) => {
    const was = before.find(({ id }) => id === now.id)
    if (!was) return []
    const known = (grants: readonly OpenGrant[], { id }: OpenGrant) => grants.find((each) => each.id === id)
    const added = now.grants.filter((each) => !known(was.grants, each))
    const ended = was.grants.filter((each) => !known(now.grants, each))
    const moved = now.grants.filter(
      (each) => (known(was.grants, each)?.expires_at ?? each.expires_at) !== each.expires_at,
    )
    const named = ({ grants }: UserRewards) => grants.map(({ name }) => name).join(', ') || 'None'
    const own: EffectFact[] = [
      ...added.flatMap(({ wagering_required, expires_at }): EffectFact[] => [
        { label: 'To wager', kind: 'MONEY', currency: now.currency, before: null, value: wagering_required },
        { label: 'Expires', kind: 'TIME', currency: null, before: null, value: expires_at },
      ]),
      ...moved.map((each): EffectFact => {
        const { expires_at: old } = known(was.grants, each)!
        return { label: 'Expires', kind: 'TIME', currency: null, before: old, value: each.expires_at }
      }),
      ...ended.map(({ wagered, wagering_required }): EffectFact => ({
        label: 'Wagered',
        kind: 'TEXT',
        currency: null,
        before: null,
        value: `${groupDigits(wagered)} of ${moneyText(wagering_required, now.currency)}`,
      })),
      ...(seesGrants && added.length + ended.length > 0
        ? [{ label: 'Open bonuses', kind: 'TEXT', currency: null, before: named(was), value: named(now) } as const]
        : []),
      ...(now.spins === was.spins
        ? []
        : [
            {
              label: 'Free spins',
              kind: 'TEXT',
              currency: null,
              before: String(was.spins),
              value: String(now.spins),
            } as const,
          ]),
    ]
    return own.map((each) => (after.length > 1 ? { ...each, label: `${each.label}, ${now.name}` } : each))
  })
  return facts
}

/**
 * @param fields of the record @param shows the names of those whose values are shown
 * @param before @param after the row as the reader sees it
 * @returns a fact for each that has a value afterwards
 */
export const recordFacts = (
  fields: Fields,
  shows: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  currency: string,
): EffectFact[] =>
  shows.flatMap((name): EffectFact[] => {
    const field = fields[name]!
    const { label, type } = field
    const was = before[name] ?? null
    const value = after[name] ?? null
    if (value === null) return []
    const unit = type.kind === 'coin' ? (after[type.symbol] as string) : type.kind === 'amount' ? currency : null
    const text = (each: unknown, row: Readonly<Record<string, unknown>>) =>
      unit === null ? worded(field, each, row, currency) : (each as string)
    return [
      {
        label,
        ...(unit === null ? { kind: 'TEXT', currency: null } : { kind: 'MONEY', currency: unit }),
        before: was === null || was === value ? null : text(was, before),
        value: text(value, after),
      },
    ]
  })

/** An entry of a user's account that an action posted, in the order of posting. */
export interface PostedEntry {
  user: string
  account: UserAccount
  currency: string
  before: string
  after: string
}

/**
 * @param nameOf the user's name as the reader sees it
 * @param sees whether the reader may read the balance of an account of a user
 * @returns one change for each account that was touched: from the balance before its first entry to the one after its last
 */
export function accountChanges(
  entries: readonly PostedEntry[],
  nameOf: (user: string) => string,
  sees: (user: string, account: UserAccount) => boolean,
): AccountChange[] {
  const touched = new Map<string, PostedEntry>()
  for (const entry of entries) {
    const key = `${entry.user} ${entry.account} ${entry.currency}`
    touched.set(key, { ...entry, before: touched.get(key)?.before ?? entry.before })
  }
  return [...touched.values()].map(({ user, account, currency, before, after }) => ({
    user: nameOf(user),
    account,
    currency,
    before: sees(user, account) ? before : null,
    after: sees(user, account) ? after : null,
    change: amountOf(hundredthsOf(after) - hundredthsOf(before)),
  }))
}

/** @returns the larger one of what accounts get and what they lose: the amount of an action that needs no approval; null: nothing moves */
export function movedAmount(changes: readonly AccountChange[]): string | null {
  const sums = { in: 0n, out: 0n }
  for (const { account, change } of changes) {
    // A debt that grows is money that the user had to give.
    const hundredths = account === 'RECEIVABLE' ? -hundredthsOf(change) : hundredthsOf(change)
    if (hundredths > 0n) sums.in += hundredths
    else sums.out -= hundredths
  }
  const most = sums.in > sums.out ? sums.in : sums.out
  return most === 0n ? null : amountOf(most)
}
