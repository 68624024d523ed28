/**
 * Masked fields (contract, Records on the wire): a reader without the right to the field of another subject gets the masked text
 * wherever the value is returned, and no search, order or refusal reveals more.
 */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import type { Permission } from '@contract/permissions'
import type { Field } from '@contract/records/field'
import { hasForms, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { checkFailure } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf } from '../records/people'
import { call, done, hasVerb, lines, list } from '../records/calls'
import { addRecord, EVERYTHING, rowsOf } from '../records/rows'
import { inOrder, inPart, textOf, type Row } from '../records/oracle'
import { ground, idsOf, requireBoth } from './record-lists'

const maskedOf = (record: RecordDefinition): [string, Field][] =>
  Object.entries(record.allFields).filter(([, { maskedUnless }]) => maskedUnless !== undefined)

/** A client with all rights on the record and no others; or also with the right to the unmasking fields. */
function readerOf(on: Environment, record: RecordDefinition, also: 'nothing' | 'the fields'): Promise<Client> {
  const all = (['read', 'update', 'delete'] as const).map((action): Permission => ({
    action,
    subject: record.subject,
    fields: ['*'],
  }))
  const unmasking = maskedOf(record).map(([name, { maskedUnless }]): Permission => ({
    action: 'read',
    subject: maskedUnless!,
    fields: [name],
  }))
  return on.inRole({
    name: `CONTRACT_${also === 'nothing' ? 'MASKED' : 'UNMASKED'}_${record.name.toUpperCase()}`,
    permissions: also === 'nothing' ? all : [...all, ...unmasking],
    isPartner: false,
  })
}

/** Cases of a record that has such fields. */
export const recordMaskCases = (record: RecordDefinition): Case[] => {
  const fields = maskedOf(record)
  if (fields.length === 0) return []
  const sent = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(fields.map(([name, field]) => [name, inPart(field, row[name])])),
  })
  return [
    {
      name: `${record.name}: ${fields.map(([name]) => name).join(' and ')} are masked in lists, lines and one record, unless the reader may read them elsewhere`,
      writes: true,
      async run(on) {
        const all = await ground(on, record)
        for (const [name] of fields)
          assert.ok(
            all.some((row) => textOf(row[name]) !== null),
            `rows have ${name}`,
          )
        const masked = await readerOf(on, record, 'nothing')
        assert.deepEqual((await list(masked, record, EVERYTHING)).rows, all.map(sent))
        assert.deepEqual((await lines(masked, record, EVERYTHING)).rows, all.map(sent))
        assert.deepEqual(await done(masked, record, 'get', all[0]!.id), sent(all[0]!))
        const whole = await readerOf(on, record, 'the fields')
        assert.deepEqual((await list(whole, record, EVERYTHING)).rows, all)
        assert.deepEqual(await done(whole, record, 'get', all[0]!.id), all[0])
      },
    },
    ...fields
      .filter(([, { type }]) => type.kind === 'reference')
      .map(([name]): Case => ({
        name: `${record.name}: a search does not find the name of a masked ${name}, and a refused action does not tell it`,
        writes: true,
        async run(on) {
          const all = await ground(on, record)
          const masked = await readerOf(on, record, 'nothing')
          const whole = await readerOf(on, record, 'the fields')
          const row = all.find((each) => textOf(each[name]) !== null)!
          const search = async (client: Client) =>
            idsOf((await list(client, record, { ...EVERYTHING, search: textOf(row[name])! })).rows)
          assert.ok((await search(whole)).includes(row.id))
          assert.deepEqual(await search(masked), [])
          const [action] = Object.entries(record.actions).find(([, { asks = {} }]) => 'reason' in asks)!
          const body = { reason: 'Refused' }
          const stale = await call(masked, record, action, row.id, { body, ifMatch: row.version + 7 })
          assert.deepEqual(checkFailure(stale, 409).current, sent(row))
        },
      })),
    ...fields
      .filter(([, { type }]) => type.kind !== 'reference')
      .map(([name, field]): Case => ({
        name: `${record.name}: a search, an order and a filter reveal no more of a masked ${name} than its row shows`,
        writes: true,
        async run(on) {
          const all = await ground(on, record)
          const masked = await readerOf(on, record, 'nothing')
          const whole = await readerOf(on, record, 'the fields')
          const row = all.find((each) => textOf(each[name]) !== null)!
          const value = textOf(row[name])!
          const plain = (text: string) =>
            field.type.kind === 'phone' ? text.replaceAll(/\D/g, '') : text.toLowerCase()
          const shown = plain(textOf(sent(row)[name])!.replace('•••', ''))
          const search = async (client: Client, text: string) =>
            idsOf((await list(client, record, { ...EVERYTHING, search: text })).rows)
          // Every part of the whole value that the masked value does not contain.
          const text = plain(value)
          for (let length = 4; length <= text.length; length += 1) {
            const part = text.slice(0, length)
            assert.ok((await search(whole, part)).includes(row.id), `who reads it whole finds '${part}'`)
            const telling = all.filter((each) =>
              Object.keys(record.allFields).some((other) => {
                const text = textOf(sent(each)[other])
                return record.allFields[other]!.search && text !== null && plain(text).includes(part)
              }),
            )
            assert.deepEqual(await search(masked, part), idsOf(telling), `'${part}'`)
          }
          const tail = field.type.kind === 'phone' ? shown : shown.slice(1)
          const found = await search(masked, tail)
          assert.ok(found.includes(row.id), `what is shown is found: '${tail}'`)
          requireBoth(
            on,
            all,
            all.filter(({ id }) => found.includes(id)),
            `'${tail}'`,
          )
          for (const direction of ['asc', 'desc'] as const) {
            const { rows } = await list(masked, record, { ...EVERYTHING, sort_by: name, sort_order: direction })
            assert.deepEqual(idsOf(rows), idsOf(inOrder(all.map(sent), name, field, direction)), direction)
          }
          for (const filter of [name, `${name}.not`, `${name}.from`])
            checkFailure(await call(masked, record, 'list', '', { query: { [filter]: value } }), 400, filter)
        },
      })),
    ...(hasForms(record) || record.switch
      ? [
          {
            name: `${record.name}: responses to writes, refusals and histories mask ${fields.map(([name]) => name).join(' and ')} too`,
            writes: true as const,
            async run(on: Environment) {
              const boss = await clientOf(on, 'boss')
              const masked = await readerOf(on, record, 'nothing')
              const whole = await readerOf(on, record, 'the fields')
              const row = (await addRecord(on, record))!
              if (hasVerb(record, 'enableDisable')) {
                const body = { is_deleted: true }
                const changed = await done(masked, record, 'enableDisable', row.id, { body, ifMatch: row.version })
                assert.deepEqual(changed, sent(await done(boss, record, 'get', row.id)))
                const stale = await call(masked, record, 'enableDisable', row.id, { body, ifMatch: row.version })
                assert.deepEqual(checkFailure(stale, 409).current, changed)
              }
              // An edit of the same row through the other record writes the whole value into the history.
              const root = ALL_RECORDS.find(({ name }) => name === record.partOf?.record)
              const written = fields.filter(([name]) => root?.fields[name]?.write === 'always')
              if (!root || written.length === 0) throw on.cannot('nobody writes these fields')
              const { version } = await done(boss, root, 'get', row.id)
              const body = Object.fromEntries(written.map(([name]) => [name, `changed.${on.unique()}@mail.example`]))
              await done(boss, root, 'update', row.id, { body, ifMatch: version })
              const historyOf = (client: Client) => done<HistoryEntry[]>(client, record, 'history', row.id)
              const [told, known] = [await historyOf(masked), await historyOf(whole)]
              for (const [name, field] of written) {
                const of = (entries: readonly HistoryEntry[]) =>
                  entries[0]!.changes.find((change) => change.field === name)!
                assert.deepEqual([of(known).before, of(known).after], [row[name], body[name]])
                assert.deepEqual(
                  [of(told).before, of(told).after],
                  [row[name], body[name]].map((text) => inPart(field, text)),
                )
                // The entry of the creation contains the value too.
                const everywhere = JSON.stringify(told)
                for (const text of [row[name], body[name]])
                  assert.ok(!everywhere.includes(String(text as string)), name)
              }
              assert.ok((await rowsOf(on, record)).some(({ id }) => id === row.id))
            },
          },
        ]
      : []),
  ]
}
