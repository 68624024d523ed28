/** Faults in what the users' apps receive, and in whom their keys let in. */
import { isPublishable } from '@contract/records/publishing'
import { publicFields, type RecordDefinition } from '@contract/records/record'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE } from '@server/db/demo'
import { nodeHash } from '@server/node/crypto'
import type { RecordSource } from '@server/platform/records/source'
import type { RecordTable } from '@server/platform/records/table'
import type { Fault } from './planted'
import { NOBODY, type Part, everywhere } from './changed'

const withAppTable = (changed: (table: RecordTable) => RecordTable): Fault['source'] => {
  return (source) => {
    const open = source as { forApps: RecordTable }
    const before = open.forApps
    open.forApps = changed(before)
    return () => {
      open.forApps = before
    }
  }
}

const storeOfKey = async (key: string, db: Db) => {
  const [row] = await db.query<{ id: string; store: string; hint: string }>(
    'select id::text as id, store_code as store, hint from app_keys where key_hash = $1::text',
    [nodeHash(key)],
  )
  return row ? { keyId: row.id, store: row.store, hint: row.hint } : null
}

/** Faults in what the users' apps receive. */
export function appFaults(record: RecordDefinition, { forApps, fields }: RecordSource): Part[] {
  // Of other records that are shared, apps only name rows: the cases of what they send are not the record's own.
  if (!forApps || (record.appBase === undefined && !record.appCalls)) return []
  const hints = ['.app', ': app']
  // Faults of lists and of rows that may not be shown need a record whose list or rows apps read.
  const isRead = record.appBase !== undefined
  const withCondition = (condition: string): Fault['source'] =>
    withAppTable((table) => ({ ...table, where: (alias) => condition.replaceAll('u.', `${alias}.`) }))
  const references = Object.keys(forApps.fields).filter((name) => /^referenc/.test(record.fields[name]!.type.kind))
  // Without public fields no call of apps returns a row: rounds, for example, are answered with counts.
  const isSent = isRead || Object.keys(publicFields(record)).length > 0
  return [
    ...Object.keys(isSent ? fields : {})
      .filter((name) => !(name in forApps.fields))
      .map((name): Part => ({
        title: `apps receive ${name}`,
        hints,
        source: withAppTable((table) => ({ ...table, fields: { ...table.fields, [name]: fields[name]! } })),
      })),
    ...(record.switch
      ? [
          {
            title: 'apps receive disabled rows',
            hints,
            source: withCondition(isPublishable(record) ? `u.published_at <= now()` : 'true'),
          },
        ]
      : []),
    ...(isPublishable(record)
      ? [
          { title: 'apps receive drafts and what is scheduled', hints, source: withCondition('not u.is_deleted') },
          {
            title: 'apps receive what is scheduled',
            hints,
            source: withCondition('not u.is_deleted and u.published_at is not null'),
          },
        ]
      : []),
    ...(isRead && record.reads === 'whole'
      ? [
          {
            title: 'apps read the lists of other stores',
            hints,
            list: (asked) => (asked.kind === forApps ? { ...asked, principal: everywhere(asked.principal) } : asked),
          } satisfies Part,
        ]
      : []),
    ...(isRead
      ? [
          {
            title: 'apps read single rows of other stores',
            hints,
            row: (kind, principal) => [kind, kind === forApps ? everywhere(principal) : principal],
          } satisfies Part,
        ]
      : []),
    ...(forApps.shared
      ? [
          {
            title: 'apps read rows of other stores that nothing shares with theirs',
            hints,
            source: withAppTable((table) => ({ ...table, shared: () => 'true' })),
          },
          {
            title: 'apps read what a disabled record shares',
            hints,
            source: withAppTable((table) => ({
              ...table,
              shared: (...of) => table.shared!(...of).replace('not l.is_deleted and ', ''),
            })),
          },
        ]
      : []),
    ...references.map((name): Part => ({
      title: `apps receive names of ${name} that they may not show`,
      hints,
      source: (source) =>
        withAppTable((table) => ({ ...table, joins: { ...table.joins, [name]: source.joins[name]! } }))!(source),
    })),
    {
      title: 'a key that is unknown lets an app in',
      hints,
      appCaller: async (key, real) => (await real(key)) ?? { keyId: NOBODY, store: HOME_STORE, hint: 'pbk_nobody' },
    },
    {
      title: 'a key that was revoked lets an app in',
      hints,
      appCaller: async (key, real, db) => (await real(key)) ?? storeOfKey(key, db),
    },
    {
      title: 'every key lets into the same store',
      hints,
      appCaller: async (key, real, db) => {
        const caller = await real(key)
        const [store] = await db.query<{ code: string }>('select code from stores order by code limit 1')
        return caller && { ...caller, store: store!.code }
      },
    },
  ]
}
