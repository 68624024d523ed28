/** Rules for secrets, for every record that has one and that people enter (contract, reveals.ts). */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { isSecret } from '@contract/records/kinds'
import type { RecordDefinition } from '@contract/records/record'
import { REVEAL_EVENT } from '@contract/records/reveals'
import { call, done } from '../records/calls'
import { clientOf } from '../records/people'
import { freshBody } from '../records/rows'
import type { Row } from '../records/oracle'
import { checkFailure } from '../check'
import type { Case } from '../environment'

const REASON = 'Die Suite vergleicht es · ตรวจสอบ'

/** @returns cases of a record whose secret people enter with a new one */
export function recordRevealCases(record: RecordDefinition): Case[] {
  const secret = Object.keys(record.fields).find((name) => isSecret(record.fields[name]!.type))
  if (!record.reveals || secret === undefined) return []
  return [
    {
      name: `${record.name}.reveal: the ${secret} as it was entered, for a reason that the history has, and in no other answer`,
      writes: true,
      async run(on) {
        const boss = await clientOf(on, 'boss')
        const body = await freshBody(on, record)
        const row = await done<Row>(boss, record, 'create', '', { body })
        const sending = { body: { reason: REASON }, headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() } }
        const revealed = { secret: body[secret] }
        assert.deepEqual(await done(boss, record, 'reveal', row.id, sending), revealed)
        assert.deepEqual(await done(boss, record, 'reveal', row.id, sending), revealed, 'with the same key')
        const history = await done<HistoryEntry[]>(boss, record, 'history', row.id)
        const entries = history.filter(({ action }) => action === REVEAL_EVENT)
        assert.deepEqual(
          entries.map(({ asked, changes }) => ({ asked, changes })),
          [{ asked: [{ field: 'reason', value: REASON }], changes: [] }],
          'once, because the second call repeats the first',
        )
        const after = await done<Row>(boss, record, 'get', row.id)
        assert.equal(after.version, row.version, 'nothing of the record is changed')
        for (const answer of [row, after, history])
          assert.ok(!JSON.stringify(answer).includes(String(body[secret] as string)))
      },
    },
    {
      name: `${record.name}.reveal: only with a reason, and never to those who may only read`,
      writes: true,
      async run(on) {
        const boss = await clientOf(on, 'boss')
        const row = await done<Row>(boss, record, 'create', '', { body: await freshBody(on, record) })
        checkFailure(await call(boss, record, 'reveal', row.id, { body: {} }), 422)
        checkFailure(await call(boss, record, 'reveal', row.id, { body: { reason: ' ' } }), 422)
        const reader = await clientOf(on, 'evens')
        checkFailure(await call(reader, record, 'reveal', row.id, { body: { reason: REASON } }), 403)
      },
    },
  ]
}
