/** Lists (contract, Lists): pages, full lists, order, search, filters, chosen fields, NDJSON. */
import assert from 'node:assert/strict'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { HIDDEN_FIELDS } from '@contract/entities/account'
import { operationById } from '@contract/http/catalogue'
import type { Subject } from '@contract/permissions'
import { checkFailure, checkSuccess } from '../check'
import type { Client, Sending } from '../client'
import type { Case, Environment } from '../environment'

type Row = Record<string, unknown> & {
  id: string
  version: number
  username: string
  email: string
  is_deleted: boolean
  role: string
}

const KINDS = [
  { operation: operationById('admin.list'), path: '/api/v1/admin', subject: 'Admins' },
  { operation: operationById('users.list'), path: '/api/v1/users', subject: 'Users' },
] as const satisfies { path: string; subject: Subject; operation: unknown }[]
type Kind = (typeof KINDS)[number]

const reader = (on: Environment, { subject }: Kind) => on.whoMay(['read', subject])
async function rowsOf(
  client: Client,
  { operation, path }: Kind,
  query: Sending['query'] = {},
): Promise<{ rows: Row[]; total: number | null }> {
  const reply = await client.send('GET', path, { query })
  const rows = checkSuccess<Row[]>(reply, operation)
  return { rows, total: (reply.json as { total_count: number | null }).total_count }
}
const everything = { itemNo: FULL_LIST_ITEM_NO }
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const sorted = (texts: readonly string[]) => texts.toSorted()
const FOUND_BY = ['first_name', 'last_name', 'email', 'username', 'phone'] as const

/** Letters whose base letter is not found by removing an accent. */
const BARE: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae' }
/** A text without case and accents. Implemented here independently of the folding of either side. */
const bare = (text: string) =>
  Array.from(text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(), (letter) => BARE[letter] ?? letter).join('')
/** Whether a searched field of a row contains a word. */
const hasWord = (row: Row, word: string) =>
  FOUND_BY.some((field) => {
    const text = typeof row[field] === 'string' ? row[field] : ''
    return bare(text).includes(bare(word)) || (field === 'phone' && text.replaceAll(/\D/g, '').includes(word))
  })
const hasWords = (row: Row, search: string) => search.split(' ').every((word) => hasWord(row, word))

const casesOf = (kind: Kind): Case[] => [
  {
    name: `GET ${kind.path}: itemNo of the maximum safe integer gives the full list, each record once`,
    async run(on) {
      const { rows, total } = await rowsOf(await reader(on, kind), kind, everything)
      assert.ok(rows.length > 0, 'there are rows')
      assert.equal(rows.length, total)
      assert.equal(new Set(idsOf(rows)).size, rows.length)
    },
  },
  {
    name: `GET ${kind.path}: pages follow each other in the order of the full list; a page beyond the end is empty`,
    async run(on) {
      const client = await reader(on, kind)
      const { rows: all, total } = await rowsOf(client, kind, everything)
      const pages = [
        await rowsOf(client, kind, { page: 1, itemNo: 3 }),
        await rowsOf(client, kind, { page: 2, itemNo: 3 }),
      ]
      assert.deepEqual(
        pages.flatMap(({ rows }) => idsOf(rows)),
        idsOf(all).slice(0, 6),
      )
      for (const page of pages) assert.equal(page.total, total)
      assert.deepEqual((await rowsOf(client, kind, { page: 1_000_000, itemNo: 3 })).rows, [])
    },
  },
  {
    name: `GET ${kind.path}: without a query the first page has the default size`,
    async run(on) {
      const { rows } = await rowsOf(await reader(on, kind), kind)
      assert.ok(rows.length > 0 && rows.length <= 100, `${rows.length} rows`)
    },
  },
  {
    name: `GET ${kind.path}: page, itemNo, sort_by, sort_order, fields, id and filters in a wrong form are 400`,
    async run(on) {
      const client = await reader(on, kind)
      const bad: Record<string, string>[] = [
        { page: '0' },
        { page: '-1' },
        { page: 'x' },
        { page: '1.5' },
        { itemNo: '0' },
        { itemNo: '-1' },
        { itemNo: '9007199254740992' },
        { sort_by: 'password_hash' },
        { sort_order: 'sideways' },
        { fields: 'email,password_hash' },
        { id: 'x' },
        { is_deleted: 'perhaps' },
        ...HIDDEN_FIELDS.map((field) => ({ fields: field })),
      ]
      for (const query of bad) checkFailure(await client.send('GET', kind.path, { query }), 400, JSON.stringify(query))
    },
  },
  {
    name: `GET ${kind.path}: descending order is the reverse of ascending order`,
    async run(on) {
      const client = await reader(on, kind)
      for (const sort_by of ['username', 'email']) {
        const up = await rowsOf(client, kind, { ...everything, sort_by, sort_order: 'asc' })
        const down = await rowsOf(client, kind, { ...everything, sort_by, sort_order: 'desc' })
        assert.deepEqual(idsOf(down.rows), idsOf(up.rows).toReversed(), sort_by)
        const { rows } = await rowsOf(client, kind, everything)
        assert.deepEqual(sorted(idsOf(up.rows)), sorted(idsOf(rows)), `sorting by ${sort_by} loses nobody`)
      }
    },
  },
  {
    name: `GET ${kind.path}: search finds by a part of a name, an email or a username, in any letter case`,
    async run(on) {
      const client = await reader(on, kind)
      const [row] = (await rowsOf(client, kind)).rows
      const words = row!.username.slice(1, 5).toUpperCase()
      const { rows, total } = await rowsOf(client, kind, { ...everything, search: words })
      assert.ok(idsOf(rows).includes(row!.id), `'${words}' finds ${row!.username}`)
      assert.equal(total, rows.length)
      for (const found of rows) assert.ok(hasWords(found, words), `${found.username} has '${words}'`)
      assert.deepEqual((await rowsOf(client, kind, { search: on.unique() })).rows, [])
    },
  },
  {
    name: `GET ${kind.path}: a search matches rows that contain all of its words, in any field and order, with or without accents`,
    async run(on) {
      const client = await reader(on, kind)
      const { rows: all } = await rowsOf(client, kind, everything)
      const nameOf = (row: Row) => `${String(row.first_name)} ${String(row.last_name)}`
      const accented = all.find((row) => bare(nameOf(row)) !== nameOf(row).toLowerCase())
      for (const row of [all[0]!, ...(accented ? [accented] : [])]) {
        const [first, last] = [String(row.first_name), String(row.last_name)]
        for (const search of [`${first} ${last}`, `${last} ${first}`, `${bare(last)}  ${row.email.slice(0, 4)}`]) {
          const words = search.replaceAll(/\s+/g, ' ')
          const { rows } = await rowsOf(client, kind, { ...everything, search })
          assert.deepEqual(sorted(idsOf(rows)), sorted(idsOf(all.filter((each) => hasWords(each, words)))), search)
          assert.ok(idsOf(rows).includes(row.id), `'${search}' finds ${row.username}`)
        }
        assert.deepEqual((await rowsOf(client, kind, { search: `${first} ${on.unique()}` })).rows, [])
      }
    },
  },
  {
    name: `GET ${kind.path}: a search finds a phone by its digits, and a record by its id`,
    async run(on) {
      const client = await reader(on, kind)
      const { rows: all } = await rowsOf(client, kind, everything)
      const { id } = all.at(-1)!
      assert.deepEqual(idsOf((await rowsOf(client, kind, { search: ` ${id.toUpperCase()} ` })).rows), [id])
      const called = all.find(({ phone }) => typeof phone === 'string')
      if (!called) return
      const digits = String(called.phone).replaceAll(/\D/g, '')
      for (const search of [digits.slice(-6), String(called.phone), `${digits.slice(0, 3)}-${digits.slice(3)}`]) {
        const { rows } = await rowsOf(client, kind, { ...everything, search })
        assert.ok(idsOf(rows).includes(called.id), `'${search}' finds ${called.phone as string}`)
        for (const found of rows)
          for (const group of search.split(/\D+/).filter(Boolean))
            assert.ok(hasWord(found, group), `${found.username} has '${group}'`)
      }
    },
  },
  {
    name: `GET ${kind.path}: characters with a special meaning in SQL are searched literally`,
    async run(on) {
      const client = await reader(on, kind)
      for (const search of ['%', "'", "' or 1=1 --", '\\']) {
        const { rows } = await rowsOf(client, kind, { ...everything, search })
        for (const found of rows) assert.ok(hasWords(found, search), `${found.username} is found by ${search}`)
      }
    },
  },
  {
    name: `GET ${kind.path}: filters keep the rows with that value, in any letter case of true and false`,
    async run(on) {
      const client = await reader(on, kind)
      const { rows: all } = await rowsOf(client, kind, everything)
      for (const [text, wanted] of [
        ['true', true],
        ['FALSE', false],
      ] as const) {
        const { rows } = await rowsOf(client, kind, { ...everything, is_deleted: text })
        assert.deepEqual(sorted(idsOf(rows)), sorted(idsOf(all.filter(({ is_deleted }) => is_deleted === wanted))))
      }
      const { role } = all[0]!
      assert.deepEqual(
        sorted(idsOf((await rowsOf(client, kind, { ...everything, role })).rows)),
        sorted(idsOf(all.filter((row) => row.role === role))),
      )
    },
  },
  {
    name: `GET ${kind.path}: fields select what is returned; id and version are always included`,
    async run(on) {
      const { rows } = await rowsOf(await reader(on, kind), kind, { fields: 'email,username' })
      for (const row of rows) assert.deepEqual(sorted(Object.keys(row)), ['email', 'id', 'username', 'version'])
    },
  },
  {
    name: `GET ${kind.path}: id selects these records; unknown ids are left out`,
    async run(on) {
      const client = await reader(on, kind)
      const wanted = idsOf((await rowsOf(client, kind, { itemNo: 2 })).rows)
      const { rows } = await rowsOf(client, kind, { id: [...wanted, '01890a5d-ac96-774b-bcce-b302099a8057'].join(',') })
      assert.deepEqual(sorted(idsOf(rows)), sorted(wanted))
    },
  },
  {
    name: `GET ${kind.path}: hidden fields and secrets are never returned`,
    async run(on) {
      const { rows } = await rowsOf(await reader(on, kind), kind, everything)
      const sent = new Set(rows.flatMap((row) => Object.keys(row)))
      for (const field of [...HIDDEN_FIELDS, 'password', 'password_hash', 'confirm_password', 'two_fa_secret'])
        assert.ok(!sent.has(field), `${field} is not sent`)
    },
  },
  {
    name: `GET ${kind.path} as NDJSON: the same rows in the same order, one per line, with the count in the last line`,
    async run(on) {
      const client = await reader(on, kind)
      for (const query of [
        everything,
        { ...everything, search: 'an' },
        { ...everything, fields: 'email', sort_by: 'email', sort_order: 'desc' },
        { ...everything, search: on.unique() },
      ]) {
        const { rows, total } = await rowsOf(client, kind, query)
        const reply = await client.send('GET', kind.path, { query, headers: { Accept: 'application/x-ndjson' } })
        assert.equal(reply.status, 200)
        assert.match(reply.headers.get('content-type') ?? '', /^application\/x-ndjson\b/)
        assert.ok(reply.text.endsWith('\n'), 'the last line is ended')
        const lines = reply.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
        assert.deepEqual(lines.pop(), { total_count: total })
        assert.deepEqual(lines, rows)
      }
    },
  },
  {
    name: `GET ${kind.path} as NDJSON: a refusal is JSON in the standard form`,
    async run(on) {
      const headers = { Accept: 'application/x-ndjson' }
      checkFailure(await on.fresh().send('GET', kind.path, { headers }), 401)
      checkFailure(await (await reader(on, kind)).send('GET', kind.path, { headers, query: { page: '0' } }), 400)
    },
  },
]

export const listCases: readonly Case[] = KINDS.flatMap(casesOf)
