/** What the previews of actions on money specify: they are what the action does, they refuse what it refuses, and they change nothing. */
import assert from 'node:assert/strict'
import { BALANCE_FIELDS, type MoneyEffect } from '@contract/records/money/money-effect'
import { actionPreviewAsks, type RecordDefinition } from '@contract/records/record'
import { checkRejected } from '../check'
import type { Client } from '../client'
import type { Case } from '../environment'
import { invalidValues, type Values } from '../record-examples'
import { clientOf } from '../records/people'
import { call, done } from '../records/calls'
import { definitionOf } from '../records/rows'
import { approveAs } from '../records/ground'
import type { Row } from '../records/oracle'
import { checkUnchanged } from '../records/writing'
import { bodyFor, rowFor } from './record-actions'

const users = definitionOf('users')
const verbOf = (action: string) => `preview${action[0]!.toUpperCase()}${action.slice(1)}`

/** Ids of the users that a record is about. */
const userIds = (record: RecordDefinition, row: Row): string[] =>
  record.name === 'users'
    ? [row.id]
    : Object.entries(record.fields).flatMap(([name, { type }]) =>
        type.kind === 'reference' && type.to === 'users' && row[name] ? [(row[name] as { id: string }).id] : [],
      )
const readAll = (client: Client, ids: readonly string[]) =>
  Promise.all(ids.map((id) => done<Row>(client, users, 'get', id)))
const nameOf = ({ first_name, last_name }: Row) => `${String(first_name as string)} ${String(last_name as string)}`

const pick = (body: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

/** @returns the cases of the record's actions on money */
export const moneyCases = (record: RecordDefinition): Case[] =>
  Object.entries(record.actions)
    .filter(([, { preview }]) => preview?.of === 'money')
    .flatMap(([name, action]): Case[] => [
      {
        name: `${record.name}.${name}: its preview shows the accounts as they are once it has taken effect, and changes nothing`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const row = await rowFor(on, record, name)
          const body = await bodyFor(on, record, name, row)
          const ids = userIds(record, row)
          const before = await readAll(client, ids)
          const shown = await done<MoneyEffect>(client, record, verbOf(name), row.id, {
            body: pick(body, action.preview!.from),
          })
          await checkUnchanged(client, record, row)
          assert.deepEqual(await readAll(client, ids), before, 'no user has changed')
          assert.equal(shown.problem, null)

          await done(client, record, name, row.id, { body, ifMatch: row.version })
          for (let nth = 0; nth < shown.approvers; nth += 1) await approveOne(on, [row.id, ...ids])
          const after = await readAll(client, ids)
          for (const [nth, user] of after.entries())
            for (const [account, field] of Object.entries(BALANCE_FIELDS)) {
              const change = shown.accounts.find(
                (each) => each.account === account && each.user === nameOf(user) && each.after === user[field],
              )
              const old = before[nth]!
              if (user[field] === old[field]) continue
              assert.ok(change, `${field} of ${nameOf(user)}: ${String(old[field])} → ${String(user[field])}`)
              assert.equal(change.before, old[field], `${field} before`)
            }
          for (const { user, account, after: balance } of shown.accounts)
            assert.ok(
              after.some((each) => nameOf(each) === user && each[BALANCE_FIELDS[account]] === balance),
              `${account} of ${user} is ${String(balance)}`,
            )
        },
      },
      ...(action.preview!.from.length === 0
        ? []
        : [
            {
              name: `${record.name}.${name}: its preview refuses at each field what the action refuses there`,
              writes: true as const,
              async run(on) {
                const client = await clientOf(on, 'boss')
                const row = await rowFor(on, record, name)
                const body = await bodyFor(on, record, name, row)
                for (const [field, asked] of Object.entries(actionPreviewAsks(action)))
                  for (const value of invalidValues(asked)) {
                    const wrong = { ...body, [field]: value }
                    const refused = await call(client, record, name, row.id, { body: wrong, ifMatch: row.version })
                    const previewed = await call(client, record, verbOf(name), row.id, {
                      body: pick(wrong, action.preview!.from),
                    })
                    assert.deepEqual(
                      checkRejected(previewed, field)[field],
                      checkRejected(refused, field)[field],
                      `${field}: ${String(value)}`,
                    )
                  }
              },
            } satisfies Case,
          ]),
    ])

/** Approves what waits at the record, or about one of its users. */
async function approveOne(on: Parameters<typeof approveAs>[0], ids: readonly string[]): Promise<void> {
  let problem: unknown
  for (const id of ids)
    try {
      return await approveAs(on, id)
    } catch (error) {
      problem = error
    }
  throw problem
}
