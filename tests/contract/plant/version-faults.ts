/** Faults in the versions of a record, and in its roll-back. */
import { isPublishable } from '@contract/records/publishing'
import { isVersioned, type RecordDefinition } from '@contract/records/record'
import { keptFields, ROLL_BACK } from '@contract/records/versions'
import type { RecordSource } from '@server/platform/records/source'
import { type Part, reading, without } from './changed'

/** For versioned records. */
export function keptVersionFaults(record: RecordDefinition): Part[] {
  if (!isVersioned(record)) return []
  const kept = Object.keys(keptFields(record))
  return [
    {
      title: 'a write keeps no version',
      hints: ['.versions: a draft has none'],
      versions: () => ({ keep: async () => undefined }),
    },
    {
      title: 'a write that changes nothing keeps a version too',
      hints: ['.versions: a draft has none', 'has as many versions as its row states'],
      versions: (real) => ({
        async keep(source, change) {
          const { on, id } = change
          const count = async () =>
            (
              await on.query<{ n: number }>(
                'select count(*)::int as n from record_versions where record_id = $1::uuid',
                [id],
              )
            )[0]!.n
          const before = await count()
          await real.keep(source, change)
          if (before === 0 || (await count()) > before) return
          await on.query(
            `insert into record_versions (record_id, version_no, record, values, created_by, created_at)
             select record_id, version_no + 1, record, values, created_by, created_at from record_versions
             where record_id = $1::uuid order by version_no desc limit 1`,
            [id],
          )
        },
      }),
    },
    {
      title: 'what promises nothing yet keeps versions',
      hints: ['.versions: a draft has none'],
      source: (source) => {
        const open = source as { versions: RecordSource['versions'] }
        const before = open.versions
        open.versions = { active: 'true' }
        return () => {
          open.versions = before
        }
      },
    },
    // A campaign that was activated once stays so.
    ...(isPublishable(record)
      ? [
          {
            title: 'what promises nothing any more keeps no further versions',
            hints: ['.versions: a draft has none'],
            versions: (real) => ({
              async keep(source, change) {
                const [row] = await change.on.query<{ active: boolean }>(
                  `select ${source.versions!.active} as active from ${source.table} u where u.id = $1::uuid`,
                  [change.id],
                )
                if (row!.active) await real.keep(source, change)
              },
            }),
          } satisfies Part,
        ]
      : []),
    ...kept.map((name): Part => ({
      title: `versions leave out ${name}`,
      hints: ['.versions: a version contains every field'],
      versions: (real) => ({
        read: async (...asked) =>
          (await real.read(...asked)).map((version) => ({ ...version, values: without(version.values, name) })),
      }),
    })),
    ...kept.map((name): Part => ({
      title: `versions show ${name} to who may not read it`,
      hints: ['.versions: readers of the record'],
      versions: (real) => ({
        read: (source, id, principal) => real.read(source, id, { ...principal, ...reading(principal, record, name) }),
      }),
    })),
    {
      title: 'versions come oldest first',
      hints: ['.versions:'],
      versions: (real) => ({ read: async (...asked) => (await real.read(...asked)).toReversed() }),
    },
    {
      title: 'versions do not say who made them',
      hints: ['.versions:'],
      versions: (real) => ({
        read: async (...asked) => (await real.read(...asked)).map((version) => ({ ...version, by: null })),
      }),
    },
    // A field that is fixed on creation is the same in every version.
    ...(ROLL_BACK in record.actions
      ? rollBackFaults(kept.filter((name) => record.fields[name]!.write === 'always'))
      : []),
  ]
}

/** @param changing the fields that can differ between versions */
const rollBackFaults = (changing: readonly string[]): Part[] => [
  ...changing.map((name): Part => ({
    title: `a roll back leaves ${name} as it is`,
    hints: ['.rollBack:'],
    versions: (real) => ({ bodyOf: async (...asked) => without(await real.bodyOf(...asked), name) }),
  })),
  {
    title: 'a roll back goes to the version before the last, whichever is asked for',
    hints: ['.rollBack:'],
    versions: (real, db) => ({
      async bodyOf(source, id, _versionNo, principal) {
        const [row] = await db.query<{ version_no: number }>(
          `select version_no from record_versions where record_id = $1::uuid order by version_no desc offset 1 limit 1`,
          [id],
        )
        return real.bodyOf(source, id, row?.version_no ?? 1, principal)
      },
    }),
  },
  {
    title: 'a roll back to a version that does not exist is an edit without changes',
    hints: ['.rollBack:'],
    versions: (real) => ({ bodyOf: (...asked) => real.bodyOf(...asked).catch(() => ({})) }),
  },
]
