/** Grants a bonus to a user (catalogue, /bonus; ledger, Approvals): checks its terms and limits, stores the grant, and requests its approval. */
import { GRANT_REFUSAL, type GRANT_ORIGINS } from '@contract/records/rewards/bonus-grant'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Changed, EffectCall, Effects } from '@server/platform/modules/approvals/effects'
import type { ApprovalSource, RequestCall, Requested } from '@server/platform/records/approvals'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import { campaignStatusSql } from '@server/platform/records/campaigns'
import type { ChangedRow, RuleCall } from '@server/platform/records/source'
import { isInAudience } from './bonus'

/** Grants that take of a bonus's limits and budget: those that wait for approval too. @param alias of the grant */
const counts = (alias: string) => `${alias}.status in ('GRANTED', 'ACTIVE', 'COMPLETED')`

/** The bonus, the user, and what limits the grant. Amounts are decimal texts with two places; null: no limit. */
interface Terms {
  name: string
  version_no: number
  is_live: boolean
  is_same_store: boolean
  is_for_user: boolean
  is_beside_another: boolean
  /** Whether the amount is more than the bonus gives, or another one than the fixed amount. */
  is_other_amount: boolean
  reward: 'FIXED' | 'PERCENT'
  most: string
  amount: string | null
  per_user_is_reached: boolean
  total_is_reached: boolean
  budget_left: string | null
  exceeds_budget: boolean
  to_wager: string | null
  expiry_days: number
  user_name: string
  currency: string
  store: string | null
}

/**
 * Reads the terms, with locks until the end of the transaction: the user's row, so that two grants for one user follow each other, then
 * the bonus's row, which nobody may pause meanwhile. Only a bonus with a limit of its own makes all of its grants wait for each other.
 */
async function termsOf({ tx, id, body }: Pick<RuleCall, 'tx' | 'body'> & { id: string }): Promise<Terms | undefined> {
  await tx.query('select 1 from users where id = $1::uuid for no key update', [id])
  await tx.query(`select 1 from bonuses where id = $1::uuid and total_limit is null and budget is null for share`, [
    body.bonus as string,
  ])
  await tx.query(
    `select 1 from bonuses where id = $1::uuid and not (total_limit is null and budget is null) for no key update`,
    [body.bonus as string],
  )
  const [terms] = await tx.query<Terms>(
    `select b.name, b.version_no, ${campaignStatusSql('b')} = 'ACTIVE' as is_live, p.store is not distinct from b.store_code as is_same_store,
       ${isInAudience('b', 'p')} as is_for_user,
       not coalesce(b.stackable, false) and exists (select from user_bonuses g where g.user_id = p.id
         and (g.status = 'GRANTED' or (g.status = 'ACTIVE' and g.expires_at > statement_timestamp()))) as is_beside_another,
       coalesce(case when b.reward = 'FIXED' then asked.amount <> b.amount else asked.amount > b.max_amount end, false) as is_other_amount,
       b.reward, coalesce(b.amount, b.max_amount)::text as most, granted.amount::text as amount,
       coalesce(of_user.count >= b.per_user_limit, false) as per_user_is_reached,
       coalesce(of_all.count >= b.total_limit, false) as total_is_reached,
       greatest(b.budget - of_all.amount, 0)::numeric(20, 2)::text as budget_left,
       coalesce(of_all.amount + granted.amount > b.budget, false) as exceeds_budget,
       round(granted.amount * b.wagering_multiplier, 2)::text as to_wager, b.expiry_days,
       p.first_name || ' ' || p.last_name as user_name, p.currency, p.store
     from bonuses b cross join users p
     cross join (select $3::text::numeric(20, 2) as amount) asked
     cross join lateral (select case when b.reward = 'FIXED' then b.amount else asked.amount end as amount) granted
     cross join lateral (select count(*) as count from user_bonuses g where g.bonus_id = b.id and g.user_id = p.id and ${counts('g')}) of_user
     left join lateral (select count(*) as count, coalesce(sum(g.amount), 0) as amount from user_bonuses g
       where g.bonus_id = b.id and ${counts('g')} and (b.total_limit is not null or b.budget is not null)) of_all on true
     where b.id = $2::uuid and p.id = $1::uuid`,
    [id, body.bonus as string, (body.amount as string | undefined) || null],
  )
  return terms
}

/** Why the terms do not allow the grant: field of the input → message; null where they do. */
function refusalOf(terms: Terms): Record<string, string[]> | null {
  const at = (field: string, message: string) => ({ [field]: [message] })
  if (!terms.is_same_store) return at('bonus', GRANT_REFUSAL.otherStore)
  if (!terms.is_live) return at('bonus', GRANT_REFUSAL.notLive)
  if (!terms.is_for_user) return at('bonus', GRANT_REFUSAL.audience)
  if (terms.is_beside_another) return at('bonus', GRANT_REFUSAL.beside)
  if (terms.amount === null) return at('amount', GRANT_REFUSAL.amountRequired)
  if (terms.is_other_amount)
    return at('amount', GRANT_REFUSAL[terms.reward === 'FIXED' ? 'amountFixed' : 'amountOf'](terms.most))
  if (terms.per_user_is_reached) return at('bonus', GRANT_REFUSAL.perUser)
  if (terms.total_is_reached) return at('bonus', GRANT_REFUSAL.total)
  if (terms.exceeds_budget) return at('bonus', GRANT_REFUSAL.budget(terms.budget_left!))
  return null
}

interface Grant {
  user_id: string
  bonus_id: string | null
  amount: string
  note: string
}
/** @returns the grant in its next status; its time begins now */
async function settleGrant({ tx, subjectId, at }: EffectCall, status: 'ACTIVE' | 'REVOKED'): Promise<Grant> {
  const [row] = await tx.query<Grant>(
    `update user_bonuses set status = $2::text, version = version + 1, updated_at = $3::timestamptz,
       granted_at = $3::timestamptz, expires_at = $3::timestamptz + (expires_at - granted_at)
     where id = $1::uuid and status = 'GRANTED'
     returning user_id::text as user_id, bonus_id::text as bonus_id, amount::text as amount, note`,
    [subjectId, status, at],
  )
  return row!
}
const changedBy = ({ subjectId }: EffectCall, { bonus_id, user_id }: Grant): Changed[] => [
  { record: 'bonusGrant', ids: [subjectId], edited: true },
  { record: 'bonus', ids: bonus_id === null ? [] : [bonus_id] },
  { record: 'users', ids: [user_id] },
]

/** Approved, a grant is active and its money is the user's; otherwise it is revoked, and no money has moved. */
const grantEffects: Effects = {
  record: 'bonusGrant',
  async approved(call) {
    const { tx, subjectId, actorId, at } = call
    const grant = await settleGrant(call, 'ACTIVE')
    await postTransfers(tx, [
      {
        purpose: 'BONUS_GRANTED',
        debit: 'BONUS_COST',
        credit: 'BONUS',
        amount: grant.amount,
        user_id: grant.user_id,
        source_type: 'bonus_grant',
        source_id: subjectId,
        actor_type: 'STAFF',
        actor_id: actorId!,
        reason: grant.note,
        at,
      },
    ])
    return changedBy(call, grant)
  },
  refused: async (call) => changedBy(call, await settleGrant(call, 'REVOKED')),
}

/** The action of users that grants a bonus: the grant is stored with the request. */
export const granting: ApprovalSource = {
  request: (call) => requestGrant(call),
  added: { ...grantEffects, table: 'user_bonuses', auditedAs: 'BonusHistory' },
}

/** A grant to be stored. Amounts are decimal texts with two places. */
interface NewGrant {
  user: string
  store: string | null
  amount: string
  to_wager: string
  expiry_days: number
  origin: keyof typeof GRANT_ORIGINS
  /** None: the reward has its own terms. */
  bonus: { id: string; version_no: number } | null
  /** The reward's own row, by which its grants are found again. */
  source: string | null
  /** Id of the member of staff; null: a rule of the platform grants it. */
  by: string | null
  status: 'GRANTED' | 'ACTIVE'
  note: string
}
/** Stores a grant that its terms allow. @returns its id */
async function insertGrant(
  { tx, at }: Pick<RuleCall, 'tx' | 'at'>,
  { user, store, amount, to_wager, expiry_days, origin, bonus, source, by, status, note }: NewGrant,
): Promise<string> {
  const id = uuidV7(Date.parse(at))
  await tx.query(
    `insert into user_bonuses (id, user_id, origin, source_id, bonus_id, bonus_version, granted_by, amount, wagering_required, status,
       granted_at, expires_at, note, store_code, created_by, created_at, updated_at)
     values ($1::uuid, $2::uuid, $3::text, $4::uuid, $5::uuid, $6::integer, $7::text, $8::text::numeric, $9::text::numeric, $10::text,
       $11::timestamptz, $11::timestamptz + make_interval(days => $12::integer), $13::text, $14::text, $15::uuid, $11::timestamptz, $11::timestamptz)`,
    [
      id,
      user,
      origin,
      source,
      bonus?.id ?? null,
      bonus?.version_no ?? null,
      by === null ? 'SYSTEM' : 'STAFF',
      amount,
      to_wager,
      status,
      at,
      expiry_days,
      note,
      store,
      by,
    ],
  )
  return id
}

/** What a reward with its own terms gives as bonus money (ledger, Every credit to BONUS is a grant). */
export interface RewardGrant {
  user: string
  /** Decimal with two places, more than 0. */
  amount: string
  wagering_multiplier: string
  expiry_days: number
  origin: 'REFERRAL' | 'WHEEL' | 'DEPOSIT'
  purpose: 'REFERRAL_PAID' | 'SPIN_WON' | 'BONUS_GRANTED'
  source: string
  note: string
  /** Who let it take effect; null: the platform. */
  actor: string | null
}
/** Grants the bonus money of a reward: it is active at once. @returns the grant */
export async function grantReward(
  call: Pick<RuleCall, 'tx' | 'at'>,
  { wagering_multiplier, purpose, actor, ...reward }: RewardGrant,
): Promise<{ id: string; to_wager: string }> {
  const { tx, at } = call
  const [row] = await tx.query<{ to_wager: string; store: string | null }>(
    'select round($2::text::numeric * $3::text::numeric, 2)::text as to_wager, store from users where id = $1::uuid',
    [reward.user, reward.amount, wagering_multiplier],
  )
  const id = await insertGrant(call, { ...reward, ...row!, bonus: null, by: null, status: 'ACTIVE' })
  await postGrant(tx, id, { ...reward, purpose, actor, at })
  return { id, to_wager: row!.to_wager }
}

/** Posts the money of a grant: the account of its purpose pays for it. */
const postGrant = (
  tx: Queryable,
  id: string,
  {
    purpose,
    amount,
    user,
    actor,
    note,
    at,
  }: { purpose: string; amount: string; user: string; actor: string | null; note: string; at: string },
) =>
  postTransfers(tx, [
    {
      purpose,
      debit: purpose === 'BONUS_GRANTED' ? 'BONUS_COST' : 'PROMOTION_COST',
      credit: 'BONUS',
      amount,
      user_id: user,
      source_type: 'bonus_grant',
      source_id: id,
      ...(actor === null ? {} : { actor_type: 'STAFF' as const, actor_id: actor }),
      reason: note,
      at,
    },
  ])

/** What a rule of the platform grants, and as what the money is posted. */
export interface RuledGrant {
  user: string
  bonus: string
  /** Of a bonus that gives a percentage. */
  amount: string
  origin: 'OFFER' | 'DEPOSIT'
  purpose: 'OFFER_CREDITED' | 'BONUS_GRANTED'
  /** Id of the row that it is for, by which its grants are found again; null: they are not. */
  source: string | null
  note: string
  /** Who let the rule take effect; null: the platform. */
  actor: string | null
}
/**
 * Grants a bonus because of a rule, such as an approved claim: it is active at once.
 * @returns its id, or why the bonus's terms do not allow it
 */
export async function grantByRule(
  call: Pick<RuleCall, 'tx' | 'at'>,
  { user, bonus, amount, origin, purpose, source, note, actor }: RuledGrant,
): Promise<{ id: string; amount: string; to_wager: string } | { refused: string }> {
  const { tx, at } = call
  const terms = await termsOf({ tx, id: user, body: { bonus, amount } })
  if (!terms) return { refused: GRANT_REFUSAL.notLive }
  const errors = refusalOf(terms)
  if (errors) return { refused: Object.values(errors)[0]![0]! }
  const id = await insertGrant(call, {
    ...terms,
    amount: terms.amount!,
    to_wager: terms.to_wager!,
    user,
    origin,
    bonus: { id: bonus, version_no: terms.version_no },
    source,
    by: null,
    status: 'ACTIVE',
    note,
  })
  await postGrant(tx, id, { purpose, amount: terms.amount!, user, actor, note, at })
  return { id, amount: terms.amount!, to_wager: terms.to_wager! }
}

/** Stores a grant that awaits its approval. @throws 422 at the field where the bonus's terms do not allow it */
async function requestGrant(call: RequestCall): Promise<Requested> {
  const { id, body, principal } = call
  const terms = await termsOf(call)
  if (!terms) throw rejected({ bonus: [GRANT_REFUSAL.notLive] })
  const errors = refusalOf(terms)
  if (errors) throw rejected(errors)
  const { store, name } = terms
  const amount = terms.amount!
  const grant = await insertGrant(call, {
    user: id,
    store,
    amount,
    to_wager: terms.to_wager!,
    expiry_days: terms.expiry_days,
    origin: 'BONUS',
    bonus: { id: body.bonus as string, version_no: terms.version_no },
    source: null,
    by: principal.staffId,
    status: 'GRANTED',
    note: body.note as string,
  })
  await call.audit('bonusGrant', [
    { action: 'create', subjectId: grant, before: null, after: { amount, status: 'GRANTED' } },
  ])
  await call.touched('bonusGrant', [grant], true)
  return {
    subject: grant,
    facts: {
      amount: { amount },
      bonus_name: { value: name },
      bonus: { value: `${name}, version ${terms.version_no}` },
      to_wager: { label: 'To wager', amount: terms.to_wager! },
      expiry_days: {
        label: 'Expires after',
        value: `${terms.expiry_days} ${terms.expiry_days === 1 ? 'day' : 'days'}`,
      },
    },
  }
}

/** What is left of a grant's money: of the user's bonus money what the other active grants do not need. A decimal text. */
async function leftOf(tx: Queryable, grant: string): Promise<{ user_id: string; left: string }> {
  const [row] = await tx.query<{ user_id: string; left: string }>(
    `select g.user_id::text as user_id, greatest(0, least(g.amount, coalesce((select sum(a.balance) from accounts a
         where a.user_id = g.user_id and a.kind = 'BONUS'), 0)
       - coalesce((select sum(o.amount) from user_bonuses o where o.user_id = g.user_id and o.id <> g.id
         and o.status = 'ACTIVE' and o.settled_at is null), 0)))::numeric(20, 2)::text as left
     from user_bonuses g where g.id = $1::uuid`,
    [grant],
  )
  return row!
}

const TAKEN = { forfeit: 'BONUS_FORFEITED', revoke: 'BONUS_REVOKED', expire: 'BONUS_EXPIRED' } as const

/** Takes back what is left of a grant's money. @param actor id of whoever does it; null: its time is over @returns the user */
async function takeBack(
  tx: Queryable,
  id: string,
  how: keyof typeof TAKEN,
  { actor, reason, at }: { actor: string | null; reason: string; at: string },
): Promise<string> {
  const { user_id, left } = await leftOf(tx, id)
  if (Number(left) === 0) return user_id
  try {
    await postTransfers(tx, [
      {
        purpose: TAKEN[how],
        debit: 'BONUS',
        credit: 'BONUS_COST',
        amount: left,
        user_id,
        source_type: 'bonus_grant',
        source_id: id,
        ...(actor === null ? {} : { actor_type: 'STAFF' as const, actor_id: actor }),
        reason,
        at,
      },
    ])
  } catch (error) {
    if (sqlState(error)?.constraint === 'transfer_funds') throw rejected({}, GRANT_REFUSAL.moved)
    throw error
  }
  return user_id
}

/**
 * Releases a grant whose wagering is done: what is left of its money becomes cash, up to the maximum win of the granted version; the
 * rest is taken back.
 * @returns its user and its bonus
 */
export async function release(
  tx: Queryable,
  id: string,
  at: string,
): Promise<{ user: ChangedRow; bonus: ChangedRow | undefined }> {
  const { user_id, left } = await leftOf(tx, id)
  const [grant] = await tx.query<{ bonus_id: string | null; released: string; rest: string }>(
    `with done as (update user_bonuses set status = 'COMPLETED' where id = $1::uuid returning bonus_id, bonus_version)
     select done.bonus_id::text as bonus_id, paid.released::text as released, ($2::text::numeric - paid.released)::text as rest
     from done left join bonuses b on b.id = done.bonus_id
     left join record_versions v on v.record_id = b.id and v.version_no = done.bonus_version
     cross join lateral (select case when v.record_id is null then b.max_win else (v.values->>'max_win')::numeric end as most) terms
     cross join lateral (select least($2::text::numeric, terms.most)::numeric(20, 2) as released) paid`,
    [id, left],
  )
  const { bonus_id, released, rest } = grant!
  const money = { user_id, source_type: 'bonus_grant', source_id: id, at } as const
  const movements: Movement[] = [
    { purpose: 'BONUS_RELEASED', debit: 'BONUS', credit: 'CASH', amount: released, ...money },
    {
      purpose: TAKEN.forfeit,
      debit: 'BONUS',
      credit: 'BONUS_COST',
      amount: rest,
      reason: 'Above the maximum win of the bonus',
      ...money,
    },
  ]
  await postTransfers(
    tx,
    movements.filter(({ amount }) => Number(amount) > 0),
  )
  const rows = await tx.query<ChangedRow>(
    `select id::text as id, version, store as store_code from users where id = $1::uuid
     union all select id::text, version, store_code from bonuses where id = $2::uuid`,
    [user_id, bonus_id],
  )
  return { user: rows.find((row) => row.id === user_id)!, bonus: rows.find((row) => row.id !== user_id) }
}

/**
 * Revokes the grants of a reward that is reversed: what is left of their money is taken back.
 * @param source id of the reward @returns false where one was released to cash, which is not taken back here
 */
export async function revokeRewards(
  tx: Queryable,
  source: string,
  by: { actor: string; reason: string; at: string },
): Promise<boolean> {
  const grants = await tx.query<{ id: string; status: string }>(
    'select id::text as id, status from user_bonuses where source_id = $1::uuid order by id for update',
    [source],
  )
  for (const { id } of grants.filter(({ status }) => status === 'ACTIVE')) {
    await takeBack(tx, id, 'revoke', by)
    await tx.query(
      `update user_bonuses set status = 'REVOKED', version = version + 1, updated_at = $2::timestamptz where id = $1::uuid`,
      [id, by.at],
    )
  }
  return grants.every(({ status }) => status !== 'COMPLETED')
}

/** The rule of `forfeit` and `revoke`. */
const taking = (how: 'forfeit' | 'revoke') => async (call: RuleCall & { id: string }) => {
  const { tx, id, body, principal, at, changed } = call
  await tx.query('select 1 from user_bonuses where id = $1::uuid for update', [id])
  const user = await takeBack(tx, id, how, { actor: principal.staffId, reason: body.reason as string, at })
  const rows = await tx.query<ChangedRow>(
    'select id::text as id, version, store as store_code from users where id = $1::uuid',
    [user],
  )
  changed('users', rows, true)
}
export const forfeit = taking('forfeit')
export const revoke = taking('revoke')

/** The action that lets a grant end later. */
export const extension: ApprovalSource = {
  /** @throws 422 at the field */
  request({ row, body }) {
    if (Date.parse(body.until as string) <= Date.parse(row.expires_at as string))
      throw rejected({ until: [GRANT_REFUSAL.notLater] })
    return Promise.resolve({
      facts: {
        ...(row.bonus === null && { bonus: { value: 'bonus money' } }),
        expires_at: { label: 'Present end', value: row.expires_at as string },
      },
    })
  },
  /** @throws 422 where it is no longer active */
  async approved({ tx, id, body }) {
    const [still] = await tx.query<{ expires_at: string }>(
      `select greatest(expires_at, $2::timestamptz)::text as expires_at from user_bonuses
       where id = $1::uuid and status = 'ACTIVE' and expires_at > statement_timestamp() for update`,
      [id, body.until as string],
    )
    if (!still) throw rejected({}, GRANT_REFUSAL.over)
    return { expires_at: { value: still.expires_at, type: 'timestamptz' } }
  },
}

/** Number of grants that one round settles. */
const ROUND = 100
/**
 * Takes back the money of grants whose time is over; they show as expired at once, and are settled here once, in any process.
 * @returns what has changed
 */
export async function settleExpiredGrants(tx: Queryable, at: string): Promise<Changed[]> {
  const due = await tx.query<{ id: string; bonus_id: string | null }>(
    `select id::text as id, bonus_id::text as bonus_id from user_bonuses
     where status = 'ACTIVE' and settled_at is null and expires_at <= least($1::timestamptz, now())
     order by expires_at, id limit ${ROUND} for update skip locked`,
    [at],
  )
  if (due.length === 0) return []
  const people: string[] = []
  for (const { id } of due)
    people.push(await takeBack(tx, id, 'expire', { actor: null, reason: 'The bonus expired', at }))
  await tx.query(
    `update user_bonuses set settled_at = $2::timestamptz, version = version + 1, updated_at = $2::timestamptz where id = any($1::uuid[])`,
    [due.map(({ id }) => id), at],
  )
  return [
    { record: 'bonusGrant', ids: due.map(({ id }) => id), edited: true },
    { record: 'bonus', ids: [...new Set(due.flatMap(({ bonus_id }) => bonus_id ?? []))] },
    { record: 'users', ids: [...new Set(people)] },
  ]
}
