import { storePlatform } from '@contract/records/content/store-platform'
import { OPEN_REQUEST_STATUSES } from '@contract/records/money/platform-request'
import { stores } from '@server/platform/db/schema'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type PrepareCall, type PreviewCall, type Reached } from '@server/platform/records/source'
import { gamePlatforms } from './platform'

const TABLE = 'store_platforms'
export const storePlatforms = recordTable(storePlatform, TABLE, {
  store: () => stores.id,
  platform: () => gamePlatforms.id,
})

async function checkConnection({ db, id, checkRail }: PrepareCall): Promise<Reached> {
  const [row] = await db.query<{ rail: string | null }>(`select rail from ${TABLE} where id = $1::uuid`, [id])
  const { rail } = row!
  if (rail === null) return { message: 'No rail is named: staff load and redeem' }
  return { message: (await checkRail(rail)) ?? `The settings of the server name no rail ${rail}` }
}

/** Answers the question before disabling: the requests that are not ended. */
async function openRequests({ on, ids }: PreviewCall): Promise<object> {
  const count = (table: string) =>
    `(select count(*)::int from ${table} r where r.store_platform_id = any($1::uuid[]) and r.status = any($2::text[]))`
  const [row] = await on.query(
    `select ${count('platform_deposits')} as loads, ${count('platform_withdrawals')} as redeems`,
    [[...ids], [...OPEN_REQUEST_STATUSES]],
  )
  return row!
}

export default defineSource(storePlatform, {
  table: storePlatforms,
  scope: { store: 'row' },
  derived: {
    found: {
      value: `case when u.mode = 'MANUAL' or u.rail is null then 'None: staff load and redeem'
        else (select r.found from connected_rails r where r.name = u.rail) end`,
    },
    accounts_count: {
      value: `(select count(*)::int from platform_accounts a where a.store_platform_id = u.id and a.status <> 'CLOSED')`,
    },
  },
  reaches: { checkConnection },
  preview: openRequests,
})
