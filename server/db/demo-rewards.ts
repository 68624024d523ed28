/** The money of the demo's rewards: the transfers that lead to what each grant and each claim says. */
import { postTransfers, type Movement } from '@server/modules/ledger/post'
import type { Queryable } from './db'

/** Outcome → what follows the grant of the money. */
const THEN: Readonly<Record<string, Pick<Movement, 'purpose' | 'debit' | 'credit'>>> = {
  COMPLETED: { purpose: 'BONUS_RELEASED', debit: 'BONUS', credit: 'CASH' },
  FORFEITED: { purpose: 'BONUS_FORFEITED', debit: 'BONUS', credit: 'BONUS_COST' },
  REVOKED: { purpose: 'BONUS_REVOKED', debit: 'BONUS', credit: 'BONUS_COST' },
}

/** SQL of a time that is not before the transfers of a user. */
const notBefore = (time: string, user: string) =>
  `greatest(${time}, (select max(t.at) from transfers t where t.user_id = ${user}))::text`

/** Posts the transfers of all grants and claims, after those that their users have already. */
export async function seedRewardMoney(tx: Queryable): Promise<void> {
  await seedGrants(tx)
  await seedClaims(tx)
}

async function seedGrants(tx: Queryable): Promise<void> {
  const grants = await tx.query<{ id: string; user_id: string; amount: string; outcome: string; at: string }>(
    `select g.id::text as id, g.user_id::text as user_id, g.amount::text as amount, g.outcome,
       ${notBefore('g.granted_at', 'g.user_id')} as at
     from user_bonuses g order by g.granted_at, g.id`,
  )
  const lines = grants.flatMap(({ id, user_id, amount, outcome, at }): Movement[] => {
    const source = { amount, user_id, source_type: 'bonus_grant', source_id: id, at }
    const granted: Movement = { purpose: 'BONUS_GRANTED', debit: 'BONUS_COST', credit: 'BONUS', ...source }
    const then = THEN[outcome]
    return then ? [granted, { ...then, ...source }] : [granted]
  })
  await postTransfers(tx, lines)
}

async function seedClaims(tx: Queryable): Promise<void> {
  const claims = await tx.query<{ id: string; user_id: string; amount: string; title: string; at: string }>(
    `select c.id::text as id, c.user_id::text as user_id, c.amount::text as amount, o.title,
       ${notBefore('c.decided_at', 'c.user_id')} as at
     from offer_claims c join offers o on o.id = c.offer_id
     where c.outcome = 'CREDITED' and c.reward_type = 'CREDIT' order by c.decided_at, c.id`,
  )
  await postTransfers(
    tx,
    claims.map(({ title, id, ...money }): Movement => ({
      purpose: 'OFFER_CREDITED',
      debit: 'PROMOTION_COST',
      credit: 'CASH',
      ...money,
      source_type: 'offer_claim',
      source_id: id,
      reason: `Claim of ${title}`,
    })),
  )
  await tx.query(
    `insert into user_spins (user_id, spins) select c.user_id, sum(c.spins) from offer_claims c
     where c.outcome = 'CREDITED' and c.reward_type = 'FREE_SPIN' group by c.user_id`,
  )
}
