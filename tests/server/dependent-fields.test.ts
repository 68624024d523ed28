/** Fields that apply only while another field has certain values (records): the database refuses a row that contradicts this. */
import { beforeAll, describe, expect, it } from 'vitest'
import { holdsList } from '@contract/records/kinds'
import { ALL_RECORDS } from '@contract/records/records'
import type { Db } from '@server/platform/ports/db'
import { columnOf } from '@server/platform/records/kinds'
import { SOURCES } from '@server/platform/records/sources'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()
const CHECK_VIOLATION = '23514'

const dependents = ALL_RECORDS.flatMap((record) =>
  Object.entries(record.fields).flatMap(([name, field]) => {
    if (!field.when) return []
    const column = (of: string) => columnOf(of, record.fields[of]!.type)
    const { table } = SOURCES[record.name as keyof typeof SOURCES]
    return [{ title: `${record.name}.${name}`, field, table, column: column(name), other: column(field.when.field) }]
  }),
)

describe.each(databases.kinds)('dependent fields on %s', (kind) => {
  let db: Db
  beforeAll(async () => {
    db = await databases.open(kind)
    const owner = await databases.asOwner(db)
    // Triggers, which keep what was requested, would refuse the change before the constraint does.
    for (const table of new Set(dependents.map((each) => each.table)))
      await owner.query(`alter table ${table} disable trigger user`)
  })

  it('exist', () => {
    expect(dependents.length).toBeGreaterThan(0)
  })

  /** Writes a value into one row of the demo that is in a certain state. @returns rows that would have been written */
  const write = (table: string, column: string, value: string, where: string) =>
    db.query(
      `update ${table} set ${column} = ${value} where id = (select id from ${table} where ${where} limit 1) returning id`,
    )

  it.each(dependents)(
    '$title has a value only in rows to which it applies',
    async ({ field, table, column, other }) => {
      const values = field.when!.values.map((value) => `'${value}'`).join(', ')
      const filled = `(select ${column} from ${table} where ${other}::text in (${values}) and ${column} is not null limit 1)`
      const unapplied = write(table, column, filled, `${other}::text not in (${values})`)
      await expect(unapplied).rejects.toMatchObject({ code: CHECK_VIOLATION, constraint: `${table}_${column}_applies` })
    },
  )

  it.each(dependents.filter(({ field }) => field.when!.required))(
    '$title has a value in each row that requires it',
    async ({ field, table, column, other }) => {
      const values = field.when!.values.map((value) => `'${value}'`).join(', ')
      const empty = holdsList(field.type) ? `'{}'` : 'null'
      const missing = write(table, column, empty, `${other}::text in (${values})`)
      await expect(missing).rejects.toMatchObject({ code: CHECK_VIOLATION, constraint: `${table}_${column}_applies` })
    },
  )
})
