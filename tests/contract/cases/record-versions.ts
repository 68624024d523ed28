/** What the definition of a versioned record specifies (catalogue, Versioned): what creates a version, what it contains, and who may read it. */
import assert from 'node:assert/strict'
import { isCampaign } from '@contract/records/campaigns'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected } from '../check'
import type { Case, Environment } from '../environment'
import { validBody, type Making, type Values } from '../record-examples'
import { clientOf, fieldsOf } from '../records/people'
import { call, done, hasVerb, list } from '../records/calls'
import { addRecord, givenBy, idsFor, EVERYTHING } from '../records/rows'
import { activated } from '../records/ground'
import type { Row } from '../records/oracle'

interface Version {
  version_no: number
  at: string
  by: { username: string } | null
  values: Values
}
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const TEXTS = ['text', 'longText']

/** The fields that people write, and that a version therefore contains. */
const contentOf = (record: RecordDefinition): [string, Field][] =>
  Object.entries(record.fields).filter(([, { write }]) => write === 'always' || write === 'create')
/** A text field that is not unique, so that its change cannot conflict. */
const textOf = (record: RecordDefinition): string =>
  contentOf(record).find(([, { type, unique }]) => TEXTS.includes(type.kind) && !unique)![0]
const only = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

const versionsOf = async (on: Environment, record: RecordDefinition, id: string): Promise<Version[]> =>
  done<Version[]>(await clientOf(on, 'boss'), record, 'versions', id)
const get = async (on: Environment, record: RecordDefinition, id: string) =>
  done(await clientOf(on, 'boss'), record, 'get', id)
const act = async (
  on: Environment,
  record: RecordDefinition,
  action: string,
  { id, version }: Row,
  body: Values = {},
) => done(await clientOf(on, 'boss'), record, action, id, { body, ifMatch: version })
/** From then on the content is kept. */
const becomesActive = (on: Environment, record: RecordDefinition, row: Row) =>
  isCampaign(record) ? activated(on, record, row) : act(on, record, 'publish', row)
const edit = (on: Environment, record: RecordDefinition, row: Row, text: string) =>
  act(on, record, 'update', row, { [textOf(record)]: text })

/** Another value for every field that can be edited; images are removed. */
async function otherBody(on: Environment, record: RecordDefinition, which: 0 | 1): Promise<Values> {
  const making: Making = {
    which,
    unique: on.unique(),
    ids: await idsFor(on, record, 'boss'),
    ...(await givenBy(on, 'boss')),
  }
  const written = contentOf(record).filter(([, { write }]) => write === 'always')
  const isImage = ([, { type }]: [string, Field]) => ['image', 'images'].includes(type.kind)
  return {
    ...Object.fromEntries(
      written.filter(isImage).map(([name, { type }]) => [name, type.kind === 'images' ? [] : null]),
    ),
    ...validBody(
      written.filter((each) => !isImage(each)),
      record,
      making,
    ),
  }
}

const rollBackCase = (record: RecordDefinition, names: readonly string[]): Case => ({
  name: `${record.name}.rollBack: an earlier version becomes the next one with all of its fields; an unknown or an identical version is 422`,
  writes: true,
  async run(on) {
    const boss = await clientOf(on, 'boss')
    const published = await becomesActive(on, record, (await addRecord(on, record))!)
    // Every field changes, so that the test sees each of them restored.
    const row = await act(on, record, 'update', published, await otherBody(on, record, 1))
    const roll = (version_no: number) =>
      call(boss, record, 'rollBack', row.id, { body: { version_no }, ifMatch: row.version })
    checkRejected(await roll(7), 'version_no')
    checkRejected(await roll(2), 'version_no')
    checkFailure(await call(boss, record, 'rollBack', row.id, { body: { version_no: 1 }, ifMatch: 1 }), 409)
    const back = await act(on, record, 'rollBack', row, { version_no: 1 })
    assert.deepEqual([back.version_no, only(back, names)], [3, only(published, names)])
    const versions = await versionsOf(on, record, row.id)
    assert.deepEqual(
      versions.map(({ version_no }) => version_no),
      [3, 2, 1],
    )
    assert.deepEqual(versions[0]!.values, versions[2]!.values)
    assert.deepEqual(await get(on, record, row.id), back)
    const [entry] = await done<{ action: string }[]>(boss, record, 'history', row.id)
    assert.equal(entry!.action, 'rollBack')
  },
})

/** @returns the cases of a record with versions */
export const recordVersionCases = (record: RecordDefinition): Case[] => {
  if (!hasVerb(record, 'versions')) return []
  const names = contentOf(record).map(([name]) => name)
  return [
    {
      name: `${record.name}.versions: a draft has none; the first is created when it becomes active, each edit with an effect creates the next, and all stay when it is inactive again`,
      writes: true,
      async run(on) {
        let row = (await addRecord(on, record))!
        row = await edit(on, record, row, 'As a draft')
        assert.deepEqual([row.version_no, await versionsOf(on, record, row.id)], [1, []])
        row = await becomesActive(on, record, row)
        const first = only(row, names)
        assert.deepEqual(
          (await versionsOf(on, record, row.id)).map(({ version_no, values }) => [version_no, values]),
          [[1, first]],
        )
        row = await edit(on, record, row, 'As the second')
        assert.equal(row.version_no, 2)
        row = await edit(on, record, row, 'As the second')
        assert.equal(row.version_no, 2, 'nothing was changed')
        row = await act(on, record, isCampaign(record) ? 'end' : 'unpublish', row)
        row = await edit(on, record, row, 'As the third')
        const versions = await versionsOf(on, record, row.id)
        assert.deepEqual(
          versions.map(({ version_no, values }) => [version_no, values[textOf(record)]]),
          [
            [3, 'As the third'],
            [2, 'As the second'],
            [1, first[textOf(record)]],
          ],
        )
        assert.deepEqual(versions[2]!.values, first, 'what was promised first is as it was')
        assert.ok(versions.every(({ at, by }) => !Number.isNaN(Date.parse(at)) && by !== null))
      },
    },
    {
      name: `${record.name}.versions: a version contains every field that people write, with the row's values`,
      writes: true,
      async run(on) {
        // The larger values first: what an active campaign may cost never grows.
        const row = await becomesActive(on, record, (await addRecord(on, record, 'boss', 'all', 1))!)
        const [version] = await versionsOf(on, record, row.id)
        assert.deepEqual(version!.values, only(row, names))
        const body = await otherBody(on, record, 0)
        const changed = await act(on, record, 'update', row, body)
        const [second, kept] = await versionsOf(on, record, row.id)
        assert.deepEqual([second!.values, kept!.values], [only(changed, names), version!.values])
      },
    },
    {
      name: `${record.name}.versions: of two concurrent edits one creates the next version, and the other is refused; no number is skipped or used twice`,
      writes: true,
      async run(on) {
        const row = await becomesActive(on, record, (await addRecord(on, record))!)
        const boss = await clientOf(on, 'boss')
        const replies = await Promise.all(
          ['One', 'Two', 'Three'].map((text) =>
            call(boss, record, 'update', row.id, { body: { [textOf(record)]: text }, ifMatch: row.version }),
          ),
        )
        assert.deepEqual(
          replies.map(({ status }) => status).toSorted((a, b) => a - b),
          [200, 409, 409],
        )
        assert.deepEqual(
          (await versionsOf(on, record, row.id)).map(({ version_no }) => version_no),
          [2, 1],
        )
      },
    },
    {
      name: `${record.name}.versions: readers of the record can read its versions, with the fields that they may read`,
      writes: true,
      async run(on) {
        const row = await becomesActive(on, record, (await addRecord(on, record))!)
        const all = await versionsOf(on, record, row.id)
        for (const person of ['evens', 'odds'] as const) {
          const may = fieldsOf(person, record)
          const expected = all.map((version) => ({
            ...version,
            values: Object.fromEntries(Object.entries(version.values).filter(([name]) => may.includes(name))),
          }))
          assert.deepEqual(await done(await clientOf(on, person), record, 'versions', row.id), expected)
        }
        checkFailure(await call(await clientOf(on, 'stranger'), record, 'versions', row.id), 403)
        checkFailure(await call(await clientOf(on, 'partner'), record, 'versions', row.id), 404)
        checkFailure(await call(await clientOf(on, 'boss'), record, 'versions', NOBODY), 404)
      },
    },
    ...(hasVerb(record, 'rollBack') ? [rollBackCase(record, names)] : []),
    {
      name: `${record.name}.versions: an active record has as many versions as its row states, with demo data too`,
      async run(on) {
        const { rows } = await list(await clientOf(on, 'boss'), record, EVERYTHING)
        for (const row of rows.slice(0, 20)) {
          const versions = await versionsOf(on, record, row.id)
          if (versions.length > 0) assert.equal(versions[0]!.version_no, row.version_no)
          assert.deepEqual(
            versions.map(({ version_no }) => version_no),
            versions.map((_version, index) => versions.length - index),
          )
        }
      },
    },
  ]
}
