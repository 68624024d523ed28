/** The lists of the money part: each declared path and each tab beside the best query by hand, and the counts of the tabs. */
import { boundsOf } from './paged-part'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { createKeys } from '@server/platform/lib/secrets'
import type { Principal } from '@server/platform/modules/access/principal'
import type { Db, Param } from '@server/platform/ports/db'
import { CHECKED, DETAIL_CHECKS, WARNINGS } from '@server/platform/records/money/withdrawal-checks'
import { createRecordPages, type RecordPages } from '@server/platform/records/pages'
import { SOURCES } from '@server/platform/records/sources'
import type { ListQuery } from '@server/platform/records/filters'
import { nodeCrypto } from '@server/node/crypto'
import { SECRET } from './platform'
import { inTurn, median, timed } from './statistics'

const PAGE = 50
/** Queries of each kind in one round, of which the median counts. */
const QUERIES = 20
/** How far the page in the middle is from the beginning. */
const DEEP = 50_000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface Beside {
  what: string
  /** Milliseconds. */
  ours: number
  other: number
}

/** Somebody who reads everything, and has claimed a few withdrawals. */
export const READER: Principal = {
  staffId: '01900000-0000-7000-8000-000000000001',
  sessionId: '01900000-0000-7000-8000-000000000001',
  username: 'reader',
  role: 'SUPER_ADMIN',
  store: null,
  storeCode: null,
  access: { accessible_pages: ['*'], permissions: [] },
  stores: null,
}

/** The columns of the withdrawals as their list is opened, and of the wallet transactions. */
const SHOWN = ['reference', 'user', 'amount', 'payment_method', 'warnings', 'status', 'waiting', 'sla_state']
const SHOWN_ENTRIES = ['at', 'user', 'type', 'direction', 'wallet', 'amount', 'balance_after', 'status', 'reference']

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const WAITS_FOR_OTHERS = `exists (select from approvals a where a.subject_type = 'manual_withdrawal' and a.subject_id = u.id
  and a.status = 'PENDING' and a.expires_at > statement_timestamp())`
const IS_CLAIMED = 'coalesce(u.claim_until > statement_timestamp(), false)'

/** A page that is written by hand. */
interface ByHand {
  /** Columns that are equal to the first values, `$1` and so on. */
  equal: readonly string[]
  order: 'requested_at' | 'amount'
  /** A further condition on `u`. */
  only?: string
  /** A value of the order, inclusive, from which the page begins. */
  end?: string
}

/**
 * The page as we would write it for this one list: the same rows, as the same JSON. The checks of the open rows are the same SQL; which rows
 * there are, and how they become JSON, is written anew.
 */
function withdrawalsByHand({ equal, order, only, end }: ByHand): string {
  const columns = [...equal, order, 'id']
  const bounds = [...boundsOf(equal, order, end ?? null), ...(only === undefined ? [] : [only])]
  return `select '[' || string_agg(row_to_json(p)::text, ',') || ']' as json from (
     select u.id, u.reference, json_build_object('id', account.id, 'name', account.first_name || ' ' || account.last_name) as user,
       u.amount::text as amount, json_build_object('id', m.id, 'name', m.name) as payment_method, ${WARNINGS} as warnings,
       case when u.status <> 'PENDING' then u.status when ${WAITS_FOR_OTHERS} then 'AWAITING_SECOND_APPROVAL'
         when ${IS_CLAIMED} then 'IN_REVIEW' else u.status end as status,
       case when u.decided_at is not null or u.status = 'PENDING'
         then json_build_object('from', to_char(u.requested_at, ${ISO}), 'until', to_char(u.decided_at, ${ISO})) end as waiting,
       case when u.status = 'PENDING' and u.decided_at is null and l.payout_sla_minutes is not null then
         case when statement_timestamp() >= u.requested_at + make_interval(mins => l.payout_sla_minutes) then 'BREACHED'
           when statement_timestamp() >= u.requested_at + make_interval(mins => l.payout_sla_minutes) * 0.8 then 'AT_RISK'
           else 'ON_TRACK' end end as sla_state,
       u.version
     from (select * from withdrawals u ${bounds.length > 0 ? `where ${bounds.join(' and ')}` : ''}
       order by ${columns.map((column) => `${column} desc`).join(', ')} limit ${PAGE + 1}) u
     join users account on account.id = u.user_id left join user_levels l on l.id = account.user_level_id
     join payment_methods m on m.id = u.payment_method_id ${DETAIL_CHECKS.facts} ${CHECKED(DETAIL_CHECKS)}
     order by u.${order} desc, u.id desc) p`
}

/** One side of the transfers along its index: the newest of them, of one user or of all. */
const side = (name: 'debit' | 'credit', where: string) => `(
  select t.${name}_entry as id, '${name.toUpperCase()}' as direction, t.no, t.line, t.user_id, t.amount, t.purpose, t.${name}_balance as balance_after,
    t.source_type, t.source_id, t.at, t.${name}_id as account_id
  from transfers t where t.${name}_entry is not null and ${where.replaceAll('.entry', `.${name}_entry`)}
  order by t.at desc, t.${name}_entry desc limit ${PAGE + 1})`
/** A page of wallet transactions by hand: the newest of each side, and of these the newest. */
function entriesByHand({ ofUser, end }: { ofUser: boolean; end?: string }): string {
  const where = [
    ...(ofUser ? ['t.user_id = $1::uuid'] : []),
    end === undefined ? 'true' : `(t.at, t.entry) < ('${end}', '${LAST_ID}')`,
  ].join(' and ')
  return `select '[' || string_agg(row_to_json(p)::text, ',') || ']' as json from (
     select e.id, 'T' || e.no || case e.direction when 'CREDIT' then '-IN' else '-OUT' end as reference,
       json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) as user, to_char(e.at, ${ISO}) as at, k.type, e.direction,
       a.kind as wallet, e.amount::text as amount, e.balance_after::text as balance_after,
       case when exists (select from transfers r where r.reverses = e.no) then 'REVERSED'
         when exists (select from transfer_purposes s where s.settles = e.purpose) and not exists (
           select from transfers s join transfer_purposes sp on sp.purpose = s.purpose
           where sp.settles = e.purpose and s.source_type = e.source_type and s.source_id = e.source_id and s.line = e.line) then 'PENDING'
         else 'COMPLETED' end as status,
       1 as version
     from (select * from (${side('debit', where)} union all ${side('credit', where)}) b order by at desc, id desc limit ${PAGE + 1}) e
     join accounts a on a.id = e.account_id join transfer_purposes k on k.purpose = e.purpose join users u on u.id = e.user_id
     order by e.at desc, e.id desc) p`
}

interface List {
  what: string
  source: keyof typeof SOURCES & ('manualWithdrawal' | 'walletTransaction')
  query: ListQuery
  hand: string
  values: readonly Param[]
}

/** The conditions of the tabs whose states are computed, by hand. Others are a state alone. */
const TABS: Readonly<Record<string, { status: string; only: string }>> = {
  pending: { status: 'PENDING', only: `not ${WAITS_FOR_OTHERS} and not ${IS_CLAIMED}` },
  mine: {
    status: 'PENDING',
    only: `u.claimed_by = '${READER.staffId}' and u.claim_until > statement_timestamp() and not ${WAITS_FOR_OTHERS}`,
  },
  second_approval: { status: 'PENDING', only: WAITS_FOR_OTHERS },
}

/** Column of each field by which the withdrawals are filtered. */
const COLUMNS: Readonly<Record<string, string>> = {
  status: 'status',
  user: 'user_id',
  payment_method: 'payment_method_id',
}

async function listsOf(db: Db): Promise<List[]> {
  const [facts] = await db.query<{ user: string; method: string }>(
    `select (select user_id::text from withdrawals group by user_id order by count(*) desc limit 1) as "user",
       (select id::text from payment_methods where name = 'PIX' and store_code = 'NORTHGATE') as method`,
  )
  const filters: Readonly<Record<string, string>> = {
    status: 'COMPLETED',
    user: facts!.user,
    payment_method: facts!.method,
  }
  const lists: List[] = []
  for (const { equal, order } of manualWithdrawal.paths!) {
    const by = order as ByHand['order']
    const columns = equal.map((name) => COLUMNS[name]!)
    const values = equal.map((name) => filters[name]!)
    const query: ListQuery = {
      ...Object.fromEntries(equal.map((name) => [name, [filters[name]!]])),
      sort_by: order,
      sort_order: 'desc',
      itemNo: PAGE,
      fields: SHOWN,
    }
    const what = `Withdrawals by ${[...equal, order].join(', ')}`
    const list = { source: 'manualWithdrawal', values } as const
    lists.push({
      ...list,
      what: `${what}: first page`,
      query,
      hand: withdrawalsByHand({ equal: columns, order: by }),
    })
    const where = columns.map((column, at) => `${column}::text = $${at + 1}`).join(' and ') || 'true'
    const [middle] = await db.query<{ end: string }>(
      `select ${by === 'amount' ? 'amount::text' : `to_char(requested_at, ${ISO})`} as "end" from withdrawals where ${where}
       order by ${by} desc offset least(${DEEP}, (select count(*) / 2 from withdrawals where ${where})) limit 1`,
      values,
    )
    const end = middle!.end
    lists.push({
      ...list,
      what: `${what}: from the middle`,
      query: { ...query, [`${order}.to`]: end },
      hand: withdrawalsByHand({ equal: columns, order: by, end }),
    })
  }
  for (const [tab, { label, equal }] of Object.entries(manualWithdrawal.tabs!)) {
    const own = TABS[tab]
    lists.push({
      what: `Tab ${label} of the withdrawals`,
      source: 'manualWithdrawal',
      query: { tab, itemNo: PAGE, fields: SHOWN },
      hand: withdrawalsByHand({ equal: ['status'], order: 'requested_at', only: own?.only }),
      values: [own?.status ?? (equal as { status: string }).status],
    })
  }
  const [owner] = await db.query<{ id: string }>(
    `select user_id::text as id from transfers where user_id is not null group by user_id order by count(*) desc limit 1`,
  )
  for (const ofUser of [false, true]) {
    const values = ofUser ? [owner!.id] : []
    const [middle] = await db.query<{ end: string }>(
      `select to_char(at, ${ISO}) as "end" from transfers where ${ofUser ? 'user_id = $1::uuid' : 'true'}
       order by at desc offset least(${ofUser ? 200 : DEEP}, (select count(*) / 2 from transfers where ${ofUser ? 'user_id = $1::uuid' : 'true'})) limit 1`,
      values,
    )
    for (const end of [undefined, middle!.end])
      lists.push({
        what: `Wallet transactions${ofUser ? ' of a user' : ''}: ${end === undefined ? 'first page' : 'from the middle'}`,
        source: 'walletTransaction',
        query: {
          ...(ofUser && { user: [owner!.id] }),
          ...(end !== undefined && { 'at.to': end }),
          sort_by: 'at',
          sort_order: 'desc',
          itemNo: PAGE,
          fields: SHOWN_ENTRIES,
        },
        hand: entriesByHand({ ofUser, end }),
        values,
      })
  }
  return lists
}

const parsed = (json: string | null) =>
  (JSON.parse(json ?? '[]') as Record<string, unknown>[])
    .slice(0, PAGE)
    .map((row) => Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1)))

/** @throws where the query by hand returns other rows */
async function compare(pages: RecordPages, db: Db, { what, source, query, hand, values }: List): Promise<void> {
  const { json } = await pages.page(SOURCES[source], query, READER)
  const [row] = await db.query<{ json: string | null }>(hand, values)
  if (JSON.stringify(parsed(json)) !== JSON.stringify(parsed(row!.json)))
    throw new Error(
      `${what}: the query by hand returns other rows:\n${json.slice(0, 400)}\n${row!.json?.slice(0, 400)}`,
    )
}

/** @returns the times of each path and each tab */
export async function measureLists(db: Db, rounds: number, say: (line: string) => void): Promise<Beside[]> {
  const pages = createRecordPages(db, createKeys(SECRET, nodeCrypto))
  const results: Beside[] = []
  for (const list of await listsOf(db)) {
    await compare(pages, db, list)
    const { what, source, query, hand, values } = list
    const ours = (): Promise<unknown> => pages.page(SOURCES[source], query, READER)
    const other = (): Promise<unknown> => db.plannedOnce.query(hand, values)
    await inTurn(QUERIES, { ours, other })
    const times = await inTurn(rounds * QUERIES, { ours: () => timed(ours), other: () => timed(other) })
    results.push({ what, ours: median(times.ours), other: median(times.other) })
    say(`${what}: ${results.at(-1)!.ours.toFixed(2)} ms, by hand ${results.at(-1)!.other.toFixed(2)} ms`)
  }
  return results
}

/** Consoles that ask for the counts of the tabs at the same moment, because a row has changed. */
export const CONSOLES = 50

export interface TabCounts {
  /** Milliseconds until one console has them, and until the last of many that ask at the same moment has them. */
  one: number
  all: number
}
export async function measureTabs(db: Db, rounds: number, say: (line: string) => void): Promise<TabCounts> {
  const pages = createRecordPages(db, createKeys(SECRET, nodeCrypto))
  const ask = () => pages.tabs(SOURCES.manualWithdrawal, READER)
  const asked = {
    one: (): Promise<unknown> => ask(),
    all: (): Promise<unknown> => Promise.all(Array.from({ length: CONSOLES }, ask)),
  }
  say(`counts: ${JSON.stringify(await ask())}`)
  await inTurn(QUERIES, asked)
  const times = await inTurn(rounds * QUERIES, { one: () => timed(asked.one), all: () => timed(asked.all) })
  const counts = { one: median(times.one), all: median(times.all) }
  say(`counts of the tabs: ${counts.one.toFixed(1)} ms, for ${CONSOLES} consoles ${counts.all.toFixed(1)} ms`)
  return counts
}

/** Claims some of the pending withdrawals for the reader. */
export const claimSome = (owner: Db) =>
  owner.query(
    `update withdrawals set claimed_by = $1::uuid, claim_until = now() + interval '8 hours'
     where status = 'PENDING' and right(reference, 2) = '50'`,
    [READER.staffId],
  )
