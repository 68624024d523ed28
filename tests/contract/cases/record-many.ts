/** What the definition of a record specifies for calls about many records: bulk actions with a dry run, and imports. */
import assert from 'node:assert/strict'
import { REASON, type HistoryEntry } from '@contract/entities/history'
import type { FailureBody } from '@contract/errors'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import { STORE_FIELD } from '@contract/permissions'
import type { BulkResult, ImportEnd, ImportLine } from '@contract/records/calls'
import type { Field } from '@contract/records/field'
import { IMPORT_REASON } from '@contract/records/import'
import { BULK_CLAIMS, isBulkClaim, notWaiting } from '@contract/records/claims'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Reply } from '../client'
import type { Case, Environment } from '../environment'
import { validBody, type Making, type Values } from '../record-examples'
import { EFFECTS } from '../records/effects'
import { clientOf, type Person } from '../records/people'
import { call, done, operationOf } from '../records/calls'
import { addRecord, closedOf, definitionOf, freshBody, givenBy, idsFor, rowsOf, storesFor } from '../records/rows'
import { makeGround } from '../records/ground'
import { sameNumber, textOf, valuesOf, type Row } from '../records/oracle'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const withKey = (key: string = crypto.randomUUID()) => ({ [IDEMPOTENCY_KEY_HEADER]: key })
const verbOf = (action: string) => `bulk${action[0]!.toUpperCase()}${action.slice(1)}`

const sendBulk = (
  client: Client,
  record: RecordDefinition,
  action: string,
  body: Values,
  headers: Record<string, string> = withKey(),
): Promise<Reply> => call(client, record, verbOf(action), '', { body, headers })
const bulk = async (client: Client, record: RecordDefinition, action: string, body: Values) =>
  checkSuccess<BulkResult[]>(await sendBulk(client, record, action, body), operationOf(record, verbOf(action)))
const checkCode = (reply: Reply, status: number, code: string) =>
  assert.deepEqual([reply.status, (reply.json as FailureBody).code], [status, code])
const checkKeyRequired = (reply: Reply) => checkCode(reply, 400, 'IDEMPOTENCY_KEY_REQUIRED')
const checkKeyReused = (reply: Reply) => checkCode(reply, 422, 'IDEMPOTENCY_KEY_REUSED')
const outcomes = (results: readonly BulkResult[]) => results.map(({ id, outcome }) => [id, outcome])

/** Adds a record that nothing keeps from being disabled. */
const addUnused = async (on: Environment, record: RecordDefinition): Promise<Row> =>
  (await EFFECTS[`${record.name}.enableDisable`]?.make?.(on, record)) ?? (await addRecord(on, record))!

/** The body of an action, and a row that it changes. @param except ids of rows that it must not be */
async function changeable(
  on: Environment,
  record: RecordDefinition,
  action: string,
  except: ReadonlySet<string> = new Set(),
): Promise<[Row, Values]> {
  if (action === 'enableDisable') return [await addUnused(on, record), { is_deleted: true }]
  const effect = EFFECTS[`${record.name}.${action}`]
  const row = effect?.choose
    ? effect.choose((await rowsOf(on, record)).filter(({ id }) => !except.has(id)))
    : await (effect?.make?.(on, record) ?? addRecord(on, record))
  assert.ok(row, 'there is a row that it changes')
  const making: Making = {
    which: 0,
    unique: on.unique(),
    ids: await idsFor(on, record, 'boss'),
    ...(await givenBy(on, 'boss')),
  }
  const others = (to: string) => making.ids(to).filter((id) => id !== row.id)
  const asked = validBody(Object.entries(record.actions[action]!.asks ?? {}), {}, { ...making, ids: others })
  return [row, { ...asked, ...effect?.body?.(row) }]
}

const bulkCases = (record: RecordDefinition): Case[] =>
  record.bulk
    .filter((action) => !isBulkClaim(action))
    .flatMap((action): Case[] => [
      {
        name: `${record.name}.${verbOf(action)}: a dry run returns what would happen and changes nothing; the same call then does exactly that`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const [row, values] = await changeable(on, record, action)
          const body = { ids: [row.id, NOBODY], values }
          const before = await rowsOf(on, record)
          const told = await bulk(client, record, action, { ...body, dry_run: true })
          assert.deepEqual(outcomes(told), [
            [row.id, 'changed'],
            [NOBODY, 'refused'],
          ])
          assert.match(told[1]!.message ?? '', /\S/, 'why')
          assert.deepEqual(await rowsOf(on, record), before, 'nothing has changed')
          // Only a dry run says what the people would gain and lose, and which amounts would move.
          const results = told.map(({ effects: _effects, money: _money, ...result }) => result)
          assert.deepEqual(await bulk(client, record, action, body), results)
          const after = await done(client, record, 'get', row.id)
          assert.equal(after.version, row.version + 1)
          assert.equal(told[0]!.version, after.version)
          // An action that writes other rows has its effect again.
          if (record.actions[action]?.elsewhere) return
          // Repeating it changes nothing and adds no history entry; where the state does not allow it again, it is refused.
          const history = await done<unknown[]>(client, record, 'history', row.id)
          const again = record.actions[action]?.from ? 'refused' : 'same'
          assert.deepEqual(outcomes(await bulk(client, record, action, { ids: [row.id], values })), [[row.id, again]])
          assert.deepEqual(await done(client, record, 'get', row.id), after)
          assert.deepEqual(await done<unknown[]>(client, record, 'history', row.id), history)
          // What is computed from all rows, such as a rank, may follow.
          const stored = (each: Row) =>
            Object.fromEntries(Object.entries(each).filter(([name]) => !record.allFields[name]?.derived))
          const others = (rows: readonly Row[]) => rows.filter(({ id }) => id !== row.id).map(stored)
          assert.deepEqual(others(await rowsOf(on, record)), others(before), 'no other row')
        },
      },
      {
        name: `${record.name}.${verbOf(action)}: a filter of the list can select the records too; both, neither, and too many records are refused`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const [row, values] = await changeable(on, record, action)
          const result = await bulk(client, record, action, { filter: { search: row.id }, values })
          assert.deepEqual(outcomes(result), [[row.id, 'changed']])
          const refused = async (body: Values, status: number) =>
            checkFailure(
              await sendBulk(client, record, action, { values, ...body }),
              status,
              JSON.stringify(body).slice(0, 80),
            )
          await refused({}, 422)
          await refused({ ids: [row.id], filter: { search: row.id } }, 422)
          await refused({ ids: [] }, 422)
          await refused({ ids: Array.from({ length: 501 }, () => NOBODY) }, 422)
          await refused({ filter: { unheard_of: '1' } }, 400)
        },
      },
      {
        name: `${record.name}.${verbOf(action)}: with the versions of the records in If-Match, one that has changed since is refused`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const [row, values] = await changeable(on, record, action)
          const body = { ids: [row.id], values }
          const versions = (...each: number[]) => ({
            ...withKey(),
            'If-Match': each.map((one) => `"${one}"`).join(','),
          })
          const send = (headers: Record<string, string>, more: Values = body) =>
            sendBulk(client, record, action, more, headers)
          const operation = operationOf(record, verbOf(action))
          for (const dry_run of [true, false]) {
            const reply = await send(versions(row.version + 7), { ...body, dry_run })
            const [refused] = checkSuccess<BulkResult[]>(reply, operation)
            assert.deepEqual([refused!.outcome, refused!.version], ['refused', row.version])
            assert.match(refused!.message ?? '', /changed this record/)
          }
          assert.deepEqual(await done(client, record, 'get', row.id), row)
          checkFailure(await send(versions(row.version, 1)), 400, 'a version too many')
          checkFailure(await send({ ...withKey(), 'If-Match': '3, x' }), 400, 'none of ours')
          checkFailure(await send(versions(row.version), { filter: { search: row.id }, values }), 400, 'without ids')
          const [changed] = checkSuccess<BulkResult[]>(await send(versions(row.version)), operation)
          assert.deepEqual([changed!.outcome, changed!.version], ['changed', row.version + 1])
        },
      },
      {
        name: `${record.name}.${verbOf(action)}: requires an Idempotency-Key, and takes effect once per key`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const [row, values] = await changeable(on, record, action)
          const body = { ids: [row.id], values }
          checkKeyRequired(await call(client, record, verbOf(action), '', { body, withoutKey: true }))
          const headers = withKey()
          const first = await sendBulk(client, record, action, body, headers)
          const second = await sendBulk(client, record, action, body, headers)
          assert.deepEqual([first.status, second.status, second.json], [200, 200, first.json])
          assert.deepEqual(
            [first, second].map((reply) => reply.headers.get(REPLAYED_HEADER)),
            [null, 'true'],
          )
          assert.equal((await done(client, record, 'get', row.id)).version, row.version + 1)
          checkKeyReused(await sendBulk(client, record, action, { ...body, ids: [NOBODY] }, headers))
        },
      },
      {
        name: `${record.name}.${verbOf(action)}: records of another store do not exist for people of a partner's store; without the right it is 403`,
        writes: true,
        async run(on) {
          await makeGround(on, record)
          const own = new Set((await rowsOf(on, record, 'partner')).map(({ id }) => id))
          const [row, values] = await changeable(on, record, action, own)
          assert.ok(!own.has(row.id))
          const results = await bulk(await clientOf(on, 'partner'), record, action, { ids: [row.id], values })
          assert.deepEqual([outcomes(results), results[0]!.version], [[[row.id, 'refused']], null])
          const needs = action === 'enableDisable' ? 'delete' : record.actions[action]!.needs
          const without: Person = needs === 'delete' ? 'editor' : 'switcher'
          for (const person of [without, 'stranger'] as const)
            checkFailure(await sendBulk(await clientOf(on, person), record, action, { ids: [row.id], values }), 403)
          assert.deepEqual(await done(await clientOf(on, 'boss'), record, 'get', row.id), row)
        },
      },
    ])

/** Claims of many records in one call. */
const claimCases = (record: RecordDefinition): Case[] =>
  record.bulk.includes('claim')
    ? [
        {
          name: `${record.name}.bulkClaim and bulkRelease: a dry run changes nothing; what waits is claimed, what others have claimed is left out, and only one's own claim ends`,
          writes: true,
          async run(on) {
            const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
            const [{ id }] = await changeable(on, record, 'reject')
            const ids = [id, NOBODY]
            const claimedBy = async () => (await done<Row>(boss, record, 'get', id)).claimed_by as { id: string } | null
            const told = await bulk(boss, record, 'claim', { ids, values: {}, dry_run: true })
            assert.deepEqual(outcomes(told), [
              [id, 'changed'],
              [NOBODY, 'refused'],
            ])
            assert.equal(await claimedBy(), null)
            assert.deepEqual(await bulk(boss, record, 'claim', { ids, values: {} }), told)
            const mine = await claimedBy()
            assert.ok(mine)
            const [taken] = await bulk(editor, record, 'claim', { ids: [id], values: {} })
            assert.equal(taken!.outcome, 'refused')
            assert.match(taken!.message ?? '', /has claimed this/)
            checkFailure(await sendBulk(editor, record, 'claim', { ids: [id], values: { note: 'Mine' } }), 400)
            const [kept] = await bulk(editor, record, 'release', { ids: [id], values: {} })
            assert.equal(kept!.outcome, 'refused')
            assert.deepEqual(await claimedBy(), mine)
            assert.deepEqual(outcomes(await bulk(boss, record, 'release', { ids: [id], values: {} })), [
              [id, 'changed'],
            ])
            assert.equal(await claimedBy(), null)
            assert.deepEqual(outcomes(await bulk(boss, record, 'release', { ids: [id], values: {} })), [[id, 'same']])
            const switcher = await clientOf(on, 'switcher')
            for (const action of BULK_CLAIMS)
              checkFailure(await sendBulk(switcher, record, action, { ids: [id], values: {} }), 403)
          },
        },
        {
          name: `${record.name}.bulkReject: what nobody has claimed needs no claim, what another person has claimed is left out, and what is decided is not claimed`,
          writes: true,
          async run(on) {
            const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
            const [free, values] = await changeable(on, record, 'reject')
            const [taken] = await changeable(on, record, 'reject', new Set([free.id]))
            await done(editor, record, 'claim', taken.id, { body: {} })
            const body = { ids: [free.id, taken.id], values }
            for (const dry_run of [true, false]) {
              const results = await bulk(boss, record, 'reject', { ...body, dry_run })
              assert.deepEqual(outcomes(results), [
                [free.id, 'changed'],
                [taken.id, 'refused'],
              ])
              assert.match(results[1]!.message ?? '', /has claimed this/)
            }
            const [decided] = await bulk(boss, record, 'claim', { ids: [free.id], values: {} })
            assert.deepEqual([decided!.outcome, decided!.message], ['refused', notWaiting(record.noun[0])])
          },
        },
      ]
    : []

/** The switch of many records in one call. */
const switchCases = (record: RecordDefinition): Case[] =>
  record.switch
    ? [
        {
          name: `${record.name}.bulkEnableDisable: one call with records that change, that are disabled already, that somebody changed meanwhile and that do not exist has a result for each, in their order`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'boss')
            const add = () => addUnused(on, record)
            const [changes, isSo, stale, last] = [await add(), await add(), await add(), await add()]
            const values = { is_deleted: true }
            const [before] = await bulk(client, record, 'enableDisable', { ids: [isSo.id], values })
            assert.equal(before!.outcome, 'changed')
            // Somebody switches it off and on again after it was read.
            for (const is_deleted of [true, false])
              await bulk(client, record, 'enableDisable', { ids: [stale.id], values: { is_deleted } })
            const rows = [changes, isSo, stale, { id: NOBODY, version: 1 }, last]
            const seen = rows.map(({ id, version }) => (id === isSo.id ? before!.version! : version))
            const headers = () => ({ ...withKey(), 'If-Match': seen.map((version) => `"${version}"`).join(',') })
            const body = { ids: rows.map(({ id }) => id), values }
            const operation = operationOf(record, 'bulkEnableDisable')
            const send = async (more: Values) =>
              checkSuccess<BulkResult[]>(
                await sendBulk(client, record, 'enableDisable', { ...body, ...more }, headers()),
                operation,
              )
            const expected = [
              [changes.id, 'changed'],
              [isSo.id, 'same'],
              [stale.id, 'refused'],
              [NOBODY, 'refused'],
              [last.id, 'changed'],
            ]
            const dry = await send({ dry_run: true })
            assert.deepEqual(outcomes(dry), expected)
            for (const { outcome, message } of dry)
              if (outcome === 'refused') assert.match(message ?? '', /\S/, 'why')
              else assert.equal(message, null)
            const isDisabled = async ({ id }: { id: string }) => (await done(client, record, 'get', id)).is_deleted
            assert.deepEqual(
              await Promise.all([changes, isSo, stale, last].map(isDisabled)),
              [false, true, false, false],
              'a dry run changes nothing',
            )
            assert.deepEqual(await send({}), dry)
            assert.deepEqual(await Promise.all([changes, isSo, stale, last].map(isDisabled)), [true, true, false, true])
          },
        },
      ]
    : []

/* Imports. */

const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (columns: readonly string[], lines: readonly Values[], comma = ',', end = '\r\n') =>
  [columns, ...lines.map((line) => columns.map((column) => String((line[column] ?? '') as string)))]
    .map((cells) => cells.map(quoted).join(comma))
    .join(end)
const bytesOf = (text: string) => new TextEncoder().encode(text)

const sendImport = (
  client: Client,
  record: RecordDefinition,
  raw: Uint8Array<ArrayBuffer>,
  dry_run: boolean,
  headers: Record<string, string> = withKey(),
  store?: string,
): Promise<Reply> =>
  call(client, record, 'import', '', {
    query: { dry_run: String(dry_run), ...(store !== undefined && { [STORE_FIELD]: store }) },
    raw,
    headers: { 'Content-Type': 'text/csv', ...headers },
  })
/** @returns the lines and the end of an import */
async function imported(
  client: Client,
  record: RecordDefinition,
  text: string,
  dry_run: boolean,
  store?: string,
): Promise<{ lines: ImportLine[]; end: ImportEnd }> {
  const rows = checkSuccess<(ImportLine | ImportEnd)[]>(
    await sendImport(client, record, bytesOf(text), dry_run, withKey(), store),
    operationOf(record, 'import'),
  )
  const end = rows.pop() as ImportEnd
  return { lines: rows as ImportLine[], end }
}
const told = (lines: readonly ImportLine[]) => lines.map(({ line, outcome }) => [line, outcome])

/** The value by which a file refers to a record: its slug. */
async function nameOf(on: Environment, to: string, id: string, person: Person): Promise<string> {
  const target = definitionOf(to)
  const by = Object.keys(target.fields).find((name) => target.fields[name]!.type.kind === 'slug')!
  const row = (await rowsOf(on, target, person)).find((each) => each.id === id)!
  return String(row[by] as string)
}
async function cellOf(on: Environment, { type }: Field, value: unknown, person: Person): Promise<string> {
  if (value === undefined || value === null) return ''
  if (type.kind === 'reference') return nameOf(on, type.to, value as string, person)
  if (Array.isArray(value)) return (value as string[]).join('|')
  return String(value as string)
}
/** A line of a file for a new record, and the equivalent body. */
async function freshLine(
  on: Environment,
  record: RecordDefinition,
  person: Person = 'boss',
  which: 0 | 1 = 0,
): Promise<{ cells: Record<string, string>; body: Values }> {
  const whole = await freshBody(on, record, person, 'all', which)
  const body = Object.fromEntries(record.imports!.columns.map((column) => [column, whole[column]]))
  const cells: Record<string, string> = {}
  for (const [column, value] of Object.entries(body))
    cells[column] = await cellOf(on, record.fields[column]!, value, person)
  return { cells, body }
}
const byKey = async (on: Environment, record: RecordDefinition, key: string, person: Person = 'boss') =>
  (await rowsOf(on, record, person)).find((row) => row[record.imports!.key] === key)

const DECIMALS: ReadonlySet<string> = new Set(['decimal', 'percent', 'amount', 'coin'])
function checkRow(row: Row, record: RecordDefinition, body: Values) {
  for (const [name, sent] of Object.entries(body)) {
    const { type } = record.fields[name]!
    if (type.kind === 'reference') assert.deepEqual(valuesOf(row[name]), [sent], name)
    else if (DECIMALS.has(type.kind)) assert.ok(sameNumber(textOf(row[name])!, String(sent as string)), name)
    else assert.deepEqual(row[name], sent, name)
  }
}

const importCases = (record: RecordDefinition): Case[] => {
  if (!record.imports) return []
  const { columns, key } = record.imports
  const [text] = columns.filter((name) => name !== key && record.fields[name]!.type.kind === 'text')
  const required = columns.find((name) => name !== key && record.fields[name]!.required)!
  return [
    {
      name: `${record.name}.import: a dry run returns each line's result and changes nothing; the import then applies the file, and a second import changes nothing`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'editor')
        const [first, second, bad] = [
          await freshLine(on, record),
          await freshLine(on, record, 'boss', 1),
          await freshLine(on, record),
        ]
        const known = (await addRecord(on, record))!
        const changed = { [key]: String(known[key]).toUpperCase(), [text!]: `Imported ${on.unique()}` }
        const lines = [first.cells, second.cells, { ...bad.cells, [required]: '' }, { ...first.cells }]
        const before = await rowsOf(on, record)
        const file = csv(columns, lines)
        const dry = await imported(client, record, file, true)
        assert.deepEqual(told(dry.lines), [
          [2, 'new'],
          [3, 'new'],
          [4, 'refused'],
          [5, 'refused'],
        ])
        assert.deepEqual(dry.end, { end: 'checked', new: 2, changed: 0, same: 0, refused: 2, message: null })
        for (const { message } of dry.lines.slice(2)) assert.match(message ?? '', /\S/, 'why')
        assert.deepEqual(await rowsOf(on, record), before)
        const { end } = await imported(client, record, file, false)
        assert.deepEqual(end, { ...dry.end, end: 'applied' })
        for (const { cells, body } of [first, second]) {
          const row = await byKey(on, record, cells[key]!)
          assert.ok(row)
          checkRow(row, record, body)
          assert.equal(row.version, 1)
          const [entry] = await done<{ action: string }[]>(client, record, 'history', row.id)
          assert.equal(entry!.action, 'create')
        }
        assert.equal((await rowsOf(on, record)).length, before.length + 2)
        const again = await imported(client, record, file, false)
        assert.deepEqual(told(again.lines).slice(0, 2), [
          [2, 'same'],
          [3, 'same'],
        ])

        const two = csv(Object.keys(changed), [changed], ';', '\n')
        const diff = await imported(client, record, two, true)
        assert.deepEqual(diff.lines[0]!.changes, [{ field: text, before: known[text!], after: changed[text!] }])
        assert.equal((await imported(client, record, two, false)).end.changed, 1)
        const after = await done(client, record, 'get', known.id)
        assert.equal(after.version, known.version + 1)
        assert.equal(after[text!], changed[text!])
        assert.equal(after[key], known[key], 'the key stays as it was')
        const [entry] = await done<HistoryEntry[]>(client, record, 'history', known.id)
        assert.deepEqual([entry!.action, entry!.changes.map(({ field }) => field)], ['update', [text]])
        assert.deepEqual(entry!.asked, [{ field: REASON, value: IMPORT_REASON }])
      },
    },
    {
      name: `${record.name}.import: UTF-8 with a byte order mark, semicolons and quoted line breaks are accepted; another encoding, an unknown column and an empty file are refused`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const { cells } = await freshLine(on, record)
        const marked = `\uFEFF${csv(columns, [cells], ';')}\r\n\r\n`
        assert.deepEqual(told((await imported(client, record, marked, true)).lines), [[2, 'new']])
        const refused = async (raw: Uint8Array<ArrayBuffer>, words: RegExp) =>
          assert.match(checkFailure(await sendImport(client, record, raw, true), 422).message, words)
        const plain = csv(columns, [cells])
        await refused(new Uint8Array([...bytesOf(plain), 0xe4, 0x20]), /UTF-8/)
        const utf16 = new Uint8Array([
          0xff,
          0xfe,
          ...Array.from(plain).flatMap((letter) => [letter.charCodeAt(0) & 0xff, 0]),
        ])
        await refused(utf16, /UTF-8/)
        await refused(bytesOf(`${key},unheard_of\r\na,b\r\n`), /unheard_of/)
        await refused(bytesOf(`${required}\r\na\r\n`), new RegExp(key))
        for (const empty of ['', '\r\n', columns.join(',')]) await refused(bytesOf(empty), /no records/)
        const open = await imported(client, record, `${columns.join(',')}\r\n"${cells[key]}`, true)
        assert.deepEqual(told(open.lines), [[2, 'refused']])
        const short = await imported(client, record, `${columns.join(',')}\r\n${cells[key]}`, true)
        assert.match(short.lines[0]!.message!, /columns/)
      },
    },
    {
      name: `${record.name}.import: requires an Idempotency-Key; a file that is sent twice with the same key is applied once`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const { cells } = await freshLine(on, record)
        const file = bytesOf(csv(columns, [cells]))
        checkKeyRequired(
          await call(client, record, 'import', '', { query: { dry_run: 'false' }, raw: file, withoutKey: true }),
        )
        const headers = withKey()
        const first = await sendImport(client, record, file, false, headers)
        const second = await sendImport(client, record, file, false, headers)
        const endOf = (reply: Reply) => checkSuccess<unknown[]>(reply, operationOf(record, 'import')).at(-1)
        assert.deepEqual(endOf(second), endOf(first))
        assert.equal(second.headers.get(REPLAYED_HEADER), 'true')
        assert.equal((await byKey(on, record, cells[key]!))!.version, 1)
        const { cells: others } = await freshLine(on, record)
        const other = bytesOf(csv(columns, [others]))
        checkKeyReused(await sendImport(client, record, other, false, headers))
        // Two people, or two windows, import the same file.
        const both = await Promise.all([1, 2].map(() => sendImport(client, record, other, false)))
        for (const reply of both) assert.equal(reply.status, 200)
        assert.equal((await rowsOf(on, record)).filter((row) => row[key] === others[key]).length, 1)
      },
    },
    {
      name: `${record.name}.import: a formula in a cell is stored as text`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        for (const formula of ['=1+1', `=HYPERLINK("https://evil.example")`, '+2', '@now', '-1']) {
          const { cells } = await freshLine(on, record)
          // Plain, and as the console's own export escapes it.
          for (const cell of [formula, `'${formula}`]) {
            await imported(client, record, csv(columns, [{ ...cells, [text!]: cell }]), false)
            assert.equal((await byKey(on, record, cells[key]!))![text!], formula)
          }
        }
      },
    },
    {
      name: `${record.name}.import: people of a partner's store add and change only records of their own; it requires the rights to create and to update`,
      writes: true,
      async run(on) {
        await makeGround(on, record)
        const theirs = (await addRecord(on, record))!
        const { cells } = await freshLine(on, record, 'partner')
        const partner = await clientOf(on, 'partner')
        const file = csv(columns, [{ ...cells, [key]: String(theirs[key]) }])
        const { lines } = await imported(partner, record, file, false)
        assert.deepEqual(told(lines), [[2, 'new']])
        assert.ok((await rowsOf(on, record, 'partner')).some((row) => row[key] === theirs[key]))
        assert.deepEqual(await done(await clientOf(on, 'boss'), record, 'get', theirs.id), theirs)
        for (const person of ['switcher', 'picker', 'stranger'] as const)
          checkFailure(await sendImport(await clientOf(on, person), record, bytesOf(file), true), 403, person)
      },
    },
    {
      name: `${record.name}.import: who may write to several stores chooses the one that the file is about; a store that is unknown, disabled or not theirs is 422`,
      writes: true,
      async run(on) {
        await makeGround(on, record)
        const [boss, partner] = [await clientOf(on, 'boss'), await clientOf(on, 'partner')]
        const [stores, [theirs]] = [await storesFor(on, 'boss'), await storesFor(on, 'partner')]
        const other = theirs!.code
        const { cells, body } = await freshLine(on, record, 'partner')
        const file = csv(columns, [cells])
        const toldIn = async (store: string | undefined, isDry: boolean) =>
          told((await imported(boss, record, file, isDry, store)).lines)
        assert.deepEqual(await toldIn(other, true), [[2, 'new']])
        assert.deepEqual(await toldIn(other, false), [[2, 'new']])
        const row = (await byKey(on, record, cells[key]!, 'partner'))!
        assert.equal(row[STORE_FIELD], other)
        checkRow(row, record, body)
        // There it is known, and elsewhere it is not.
        assert.deepEqual(await toldIn(other, true), [[2, 'same']])
        for (const store of [undefined, ''])
          assert.notEqual((await toldIn(store, true))[0]![1], 'same', 'the own store')
        const changed = csv([key, text!], [{ [key]: cells[key]!, [text!]: `Imported ${on.unique()}` }])
        assert.deepEqual(told((await imported(boss, record, changed, false, other)).lines), [[2, 'changed']])
        assert.equal((await done(boss, record, 'get', row.id)).version, row.version + 1)
        assert.deepEqual(told((await imported(partner, record, file, true, other)).lines), [[2, 'changed']])

        const before = await rowsOf(on, record)
        const refused = async (client: Client, store: string) =>
          checkRejected(await sendImport(client, record, bytesOf(file), false, withKey(), store), STORE_FIELD)
        await refused(partner, stores.find(({ code }) => code !== other)!.code)
        for (const store of closedOf(stores)) await refused(boss, store)
        assert.deepEqual(await rowsOf(on, record), before)
      },
    },
  ]
}

/** Calls about many records of one kind. */
export const recordManyCases = (record: RecordDefinition): Case[] => [
  ...bulkCases(record),
  ...claimCases(record),
  ...switchCases(record),
  ...importCases(record),
]
