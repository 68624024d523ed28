/** Faults in claims. */
import type { RecordDefinition } from '@contract/records/record'
import { type Part, withRecord, withShown } from './changed'

/** For claimable records. */
export function claimFaults(record: RecordDefinition): Part[] {
  if (!record.queue) return []
  const { name: of, queue } = record
  const actions = Object.keys(record.actions)
  return [
    {
      title: 'a claim takes over what another person has without a note',
      hints: [`${of}.claim: claiming another`],
      claims: {
        claim: (real) => (source, call) =>
          real(source, { ...call, rule: { ...call.rule, body: { note: 'Planted', ...call.rule.body } } }),
      },
    },
    {
      title: 'a lease never ends',
      hints: [`${of}.claim: the row`],
      claims: {
        claim: (real) => async (source, call) => {
          await real(source, call)
          const { tx, id } = call.rule
          await tx.query(`update ${source.table} set claim_until = now() + interval '100 years' where id = $1::uuid`, [
            id,
          ])
          return call.writes.read(source, id, call.principal, tx)
        },
      },
    },
    {
      title: 'a lease that has run out still stands in the way of others',
      hints: [`${of}.claim: an expired claim`],
      claims: {
        claim: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claim_until = clock_timestamp() + interval '1 minute'
             where id = $1::uuid and claimed_by is not null and claim_until <= clock_timestamp()`,
            [id],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a take-over tells nobody',
      hints: [`${of}.claim: claiming another`],
      claims: {
        claim: (real) => (source, call) =>
          real(source, { ...call, rule: { ...call.rule, notify: async () => undefined } }),
      },
    },
    {
      title: 'a renewal is a claim anew',
      hints: [`${of}.claim: claiming again`],
      claims: {
        claim: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claimed_by = null, claim_until = null where id = $1::uuid and claimed_by = $2::uuid`,
            [id, call.principal.staffId],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a claim is an edit',
      hints: [`${of}.claim: the row`],
      claims: {
        claim: (real) => async (source, call) => {
          await real(source, call)
          const { tx, id } = call.rule
          await tx.query(`update ${source.table} set version = version + 1 where id = $1::uuid`, [id])
          return call.writes.read(source, id, call.principal, tx)
        },
      },
    },
    {
      title: 'a release ends what another person has',
      hints: [`${of}.release:`],
      claims: {
        release: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claimed_by = $2::uuid where id = $1::uuid and claimed_by is not null`,
            [id, call.principal.staffId],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a release leaves the claim as it is',
      hints: [`${of}.release:`],
      claims: {
        release:
          () =>
          (source, { rule: { tx, id }, principal, writes }) =>
            writes.read(source, id, principal, tx),
      },
    },
    ...(queue.claim.is === 'needed'
      ? [
          {
            title: 'actions are done without a claim',
            hints: actions.map((name) => `${of}.${name}: 409 with the row and without an effect`),
            source: withRecord((before) => ({
              ...before,
              queue: { ...queue, claim: { ...queue.claim, is: 'offered' } },
            })),
          } satisfies Part,
          {
            title: 'an action is done under a lease that has run out',
            hints: ['where the claim is missing, has expired'],
            claims: {
              requireClaim: (real) => async (source, call) => {
                const { tx, id } = call.rule
                const [row] = await tx.query<{ holder: string | null }>(
                  `select claimed_by::text as holder from ${source.table} where id = $1::uuid for update`,
                  [id],
                )
                if (row?.holder !== call.principal.staffId) await real(source, call)
              },
            },
          } satisfies Part,
        ]
      : []),
    {
      title: 'an action is done under the claim of another person',
      hints: [': 409 with the row and without an effect'],
      claims: {
        requireClaim: (real) => async (source, call) => {
          const { tx, id } = call.rule
          const [row] = await tx.query<{ is_live: boolean | null }>(
            `select claim_until > clock_timestamp() as is_live from ${source.table} where id = $1::uuid for update`,
            [id],
          )
          if (!row?.is_live) await real(source, call)
        },
      },
    },
    {
      title: 'an action leaves the claim as it is',
      hints: [': 409 with the row and without an effect'],
      claims: { stays: true },
    },
    {
      title: 'no action says who decided',
      hints: ['the row says who decided'],
      source: withRecord((before) => ({ ...before, queue: { ...queue, decisions: {} } })),
    },
    ...(queue.within
      ? [
          {
            title: 'nothing is ever late',
            hints: [`${of}: what waits is due`],
            source: withShown('sla_state', `case when u.decided_at is null then 'ON_TRACK' end`),
          } satisfies Part,
        ]
      : []),
    ...(queue.claim.shows === undefined
      ? []
      : [
          {
            title: 'a claim is not seen in the state',
            hints: [`${of}: a record that waits is ${queue.claim.shows}`],
            source: withShown('status', `u.status`),
          } satisfies Part,
        ]),
  ]
}
