/** Faults in claims. */
import { isClaimable } from '@contract/records/claims'
import type { RecordDefinition } from '@contract/records/record'
import { type Part, withRecord } from './changed'

/** For claimable records. */
export function claimFaults(record: RecordDefinition): Part[] {
  if (!isClaimable(record)) return []
  const { name: of } = record
  const underClaim = Object.entries(record.actions).filter(([, action]) => action.underClaim)
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
    ...underClaim.flatMap(([name, action]): Part[] => {
      const hints = [`${of}.${name}: 409 with the row and without an effect`]
      return [
        {
          title: `${name} is done without a claim`,
          hints,
          source: withRecord((before) => {
            const { underClaim: _any, ...rest } = action
            return { ...before, actions: { ...before.actions, [name]: rest } }
          }),
        },
      ]
    }),
    ...(underClaim.length > 0
      ? [
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
          {
            title: 'an action is done under the claim of another person',
            hints: ['where the claim is missing, has expired'],
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
          } satisfies Part,
          {
            title: 'an action leaves the claim as it is',
            hints: ['where the claim is missing, has expired'],
            claims: { stays: true },
          } satisfies Part,
        ]
      : []),
  ]
}
