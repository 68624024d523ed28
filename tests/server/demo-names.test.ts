import { expect, test } from 'vitest'
import { NAMES_TO_AVOID, namesFoundIn, namesFoundInValue, textsIn } from '@tests/architecture/names-to-avoid'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()

test('no row of the demo has a name of a real brand', async () => {
  const db = await databases.open(databases.kinds[0]!)
  const columns = await db.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name = '_text')`,
  )
  expect(columns.length).toBeGreaterThan(150)
  const texts = new Set<string>()
  for (const { table_name, column_name } of columns) {
    const rows = await db.query<{ value: unknown }>(
      `select distinct to_jsonb("${column_name}") as value from "${table_name}"`,
    )
    for (const text of textsIn(rows)) texts.add(text)
  }
  expect(texts.size).toBeGreaterThan(5000)
  expect([...texts].filter((text) => namesFoundInValue(text).length > 0)).toEqual([])
  // The same search finds a name that is among the texts.
  expect(namesFoundIn([...texts, NAMES_TO_AVOID[0]!].join('\n'))).toEqual([NAMES_TO_AVOID[0]])
})
