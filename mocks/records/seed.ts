/** The mocks' records: the demo rows in memory. */
import { isVersioned } from '@contract/records/record'
import { recordNamed, RECORDS, type RecordKey } from '@contract/records/records'
import { COMPLETED, DEMO_ROWS, FURTHER_ROWS } from '@demo/all'
import { filesOf, withFileIds, type DemoFile } from '@demo/files'
import { eventsOf } from '@demo/history'
import {
  atAnchor,
  createdAtOf,
  defaultsOf,
  demoId,
  withPeople,
  type DemoRow,
  type DemoUser,
  type People,
} from '@demo/rows'
import { MOCK_ANCHOR } from '../ids'
import type { StoredRecord } from './behaviour'
import type { Remembered } from './verbs/history'

const personOf = ({ id, username }: { id: string; username: string }) => ({ id, username })

/**
 * @param creators of the demo rows, two members of staff
 * @param people that demo rows refer to
 * @param users the fields that rows repeat of them
 * @param codes of the stores: the house's, then those of partners
 * @returns every record's demo rows, by its name
 */
export function seedRecords(
  creators: readonly { id: string; username: string }[],
  codes: readonly string[],
  people: People,
  users: readonly DemoUser[],
): { [N in RecordKey]: StoredRecord[] } {
  const codeOfStore = (id: unknown) =>
    codes[DEMO_ROWS.store.findIndex((_store, index) => demoId('store', index) === id)]!
  const seeded = (Object.keys(RECORDS) as RecordKey[]).map((name) => {
    const record = recordNamed(name)
    const first = DEMO_ROWS[name] as readonly DemoRow[]
    const made = demoRowsOf(name, codes, people, users)
    return [
      name,
      made.flatMap((described, index): StoredRecord[] => {
        if (described === null) return []
        const { of, by, in: inStore, at: came, earlier = [], ...row } = described
        const at =
          came === undefined
            ? createdAtOf(index, first.length, MOCK_ANCHOR)
            : String(atAnchor({ came }, MOCK_ANCHOR).came)
        const store = inStore ?? codes[of === 'partner' ? 1 : 0]!
        return [
          {
            ...defaultsOf(record),
            ...(record.switch && { is_deleted: false }),
            ...structuredClone(withFileIds(name, atAnchor(row, MOCK_ANCHOR), index)),
            ...(record.ordered && { position: index + 1 }),
            ...(isVersioned(record) && { version_no: earlier.length + 1 }),
            id: demoId(name, index),
            ...(name === 'store' && { code: codes[index] }),
            store_code:
              name === 'store' ? codes[index]! : record.storeFrom ? codeOfStore(row[record.storeFrom]) : store,
            Creator: by === 'nobody' ? null : personOf(creators[by === 'colleague' ? 1 : 0]!),
            createdAt: at,
            updatedAt: at,
            version: 1,
          },
        ]
      }),
    ]
  })
  return Object.fromEntries(seeded) as { [N in RecordKey]: StoredRecord[] }
}

/**
 * The demo rows of a record with the people that they refer to, and the fields that they repeat of them; null if there
 * is nobody.
 */
function demoRowsOf(
  name: RecordKey,
  codes: readonly string[],
  people: People,
  users: readonly DemoUser[],
): (DemoRow | null)[] {
  const userOf = (id: string) => users.find((user) => user.id === id)
  const made = (DEMO_ROWS[name] as readonly DemoRow[]).map((described, index) => {
    const row = withPeople(described, people, codes[described.of === 'partner' ? 1 : 0]!, codes[0]!, true)
    return row && (COMPLETED[name]?.(row, index, userOf) ?? row)
  })
  const named = new Set(made.flatMap((row) => Object.values(row ?? {})))
  const others = users.filter(({ id }) => !named.has(id))
  const further = FURTHER_ROWS[name]?.(others, made.length) ?? []
  return [...made, ...further.map((row) => withPeople(row, people, codes[0]!, codes[0]!))]
}

/** @returns what staff did with the demo rows after their creation, newest first, by the row's id */
export const seedHistory = (records: { readonly [N in RecordKey]?: readonly StoredRecord[] }) =>
  new Map<string, Remembered[]>(
    Object.entries(records).flatMap(([name, rows]) =>
      rows.flatMap((row) => {
        const entries = eventsOf(RECORDS[name as RecordKey], row).map(({ action, field, at }): Remembered => ({
          id: crypto.randomUUID(),
          at,
          by: row.Creator as Remembered['by'],
          action,
          changes: [{ field, before: null, after: at }],
          asked: [],
        }))
        return entries.length > 0 ? [[row.id, entries.toReversed()] as const] : []
      }),
    ),
  )

let demoFiles: readonly DemoFile[] | undefined
/** @returns the files that demo rows reference, rendered once */
export function seedFiles(codes: readonly string[], people: People, users: readonly DemoUser[]): readonly DemoFile[] {
  demoFiles ??= (Object.keys(RECORDS) as RecordKey[]).flatMap((name) =>
    filesOf(
      name,
      demoRowsOf(name, codes, people, users).map((row) => row ?? {}),
    ),
  )
  return demoFiles
}
