/** Lists of the server on both databases and the console's table use one collation, Unicode's root collation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOrder } from '@design-system/patterns/Table/engine/text-order'
import { runThrough } from '@design-system/patterns/Table/engine/order'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

/** Distinct names in several alphabets, unsorted. */
const NAMES = [
  ...['Zoë', 'Åsa', 'Ärla', 'Östen', 'Asa', 'Zara', 'Oskar', 'Örjan', 'Årik'],
  ...['Straße', 'Strasse', 'Strasz', 'Strauß', 'Müller', 'Muller', 'Mueller', 'Müllner', 'MULLER', 'Jäger'],
  ...['สมชาย', 'เก่ง', 'แก้ว', 'กานดา', 'โกมล', 'ไกรสร', 'ใจดี', 'จันทร์', 'เอก', 'อำไพ', 'อ้อม', 'ออม', 'ก้อง', 'กอง'],
  ...['Άννα', 'Αθηνά', 'Ωμέγα', 'Ώρα', 'Γιώργος', 'Γεωργία', 'Νίκος', 'Νικος'],
  ...['Ёлкина', 'Елена', 'Ежов', 'Йорк', 'Иван', 'Яна', 'Ґалаґан', 'Гоголь', 'Їжак', 'Юрій'],
  ...['أحمد', 'احمد', 'إبراهيم', 'آمنة', 'يوسف', 'هبة', 'مُحَمَّد', 'محمد', 'فاطمة'],
  ...['9 Lives', '10 Lives', '007', '7th Heaven', '٣ نجوم'],
  ...["O'Neil", 'O’Neil', 'Oneil', 'O Neil', 'O-Neil', '(Ann)', '_ann', '"Ann"', '#1', '@home', '& Co', 'Ann'],
  ...['Łukasz', 'Lukas', 'Đặng', 'Dang', 'Ægir', 'Aegir', 'Œuvre', 'Oeuvre', 'Þór', 'İpek', 'ıtır', 'Çelik', 'Şahin'],
  ...['ann', 'ANN', 'Ánn', '🎰 Slots', '🔥 Hot', '한국', 'カナ', 'かな', 'שרה', 'देव'],
] as const

const tableOrder = (texts: readonly string[]) => [...runThrough(textOrder(texts)).positions].map((at) => texts[at]!)

const databases = await testDatabases({ staff: 12, users: NAMES.length })

describe.each(databases.everyKind)('the order of names on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    await db.query(
      `update users set first_name = t.name from unnest($1::text[]) with ordinality t(name, n),
         (select id, row_number() over (order by id) as n from users) k where k.id = users.id and k.n = t.n`,
      [[...NAMES]],
    )
  })
  afterAll(() => platform.close())

  it.each(['asc', 'desc'])('is the same in a list (%s) as in the table', async (direction) => {
    const { body } = await boss.get(`/api/v1/users?itemNo=1000&sort_by=first_name&sort_order=${direction}`)
    const sent = (body.data as { first_name: string }[]).map(({ first_name }) => first_name)
    const expected = tableOrder(NAMES)
    expect(sent).toHaveLength(NAMES.length)
    expect(sent).toEqual(direction === 'asc' ? expected : expected.toReversed())
  })

  it('is the same for every two names joined by a space', async () => {
    // Versions of ICU differ in the weight of ’ and '; our databases have several versions.
    const names = NAMES.filter((name) => !name.includes('’'))
    const pairs = names.flatMap((one) => names.map((other) => `${one} ${other}`))
    const rows = await db.query<{ text: string }>(
      'select text from unnest($1::text[]) t(text) order by text collate "und-x-icu"',
      [pairs],
    )
    expect(rows.map(({ text }) => text)).toEqual(tableOrder(pairs))
  })
})
