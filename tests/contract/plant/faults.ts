/** Every fault of each type, in every field that has the trait. */
import { EVERYTHING, rightsOn, STORE_FIELD } from '@contract/permissions'
import { callsOf } from '@contract/records/calls'
import type { Field } from '@contract/records/field'
import { isPublishable } from '@contract/records/publishing'
import { isClaimable } from '@contract/records/claims'
import { holdsList } from '@contract/records/kinds'
import { choosesStore, fixedField, isVersioned, publicFields, type RecordDefinition } from '@contract/records/record'
import { limitedFields } from '@contract/records/limits'
import { keptFields, ROLL_BACK } from '@contract/records/versions'
import type { Db } from '@server/db/db'
import { HOME_STORE } from '@server/db/demo'
import { sha256 } from '@server/lib/secrets'
import type { RecordSource } from '@server/records/source'
import type { FieldSource, RecordTable } from '@server/records/table'
import { writeAuditRows } from '@server/modules/audit/entry'
import type { Principal, Reader } from '@server/modules/access/principal'
import type { HistoryFields } from '@server/modules/audit/history'
import { EFFECTS } from '../records/effects'
import { narrowedBy } from '../records/oracle'
import type { Asked, Called, Fault } from './planted'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const STORED_TEXTS: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'url', 'slug', 'enum'])

const withField = (kind: RecordTable, name: string, changed: Partial<FieldSource>): RecordTable => ({
  ...kind,
  fields: { ...kind.fields, [name]: { ...kind.fields[name]!, ...changed } },
})
const withQuery = (asked: Asked, changed: object): Asked => ({ ...asked, query: { ...asked.query, ...changed } })
const everywhere = <R extends Reader>(principal: R): R => ({ ...principal, stores: null })
/** The person with the right to read one more field. */
function reading(principal: Reader, { subject }: RecordDefinition, name: string): Reader {
  const { read } = rightsOn(principal.access, subject)
  if (read.length === 0 || read.includes(EVERYTHING)) return principal
  const more = { action: 'read' as const, subject, fields: [name] }
  return { ...principal, access: { ...principal.access, permissions: [...principal.access.permissions, more] } }
}
/** The person with the right to read all fields, also of a record that they may not read at all. */
const readingAll = (principal: Principal, { subject }: RecordDefinition): Principal => ({
  ...principal,
  access: {
    ...principal.access,
    permissions: [...principal.access.permissions, { action: 'read', subject, fields: [EVERYTHING] }],
  },
})
const readableOf = ({ access }: Reader, { subject, allFields }: RecordDefinition) => {
  const { read } = rightsOn(access, subject)
  return Object.keys(allFields).filter((name) => read.includes(EVERYTHING) || read.includes(name))
}

type Part = Omit<Fault, 'record' | 'type'>

function searchFaults(record: RecordDefinition, { searched }: RecordSource): Part[] {
  const names = Object.keys(searched.fields)
  if (names.length === 0) return []
  const withSearched = (column: string, fields: Readonly<Record<string, string>>): Fault['list'] => {
    return (asked) => ({ ...asked, kind: { ...asked.kind, searched: { ...searched, column, fields } } })
  }
  const without = (name: string) =>
    Object.fromEntries(Object.entries(searched.fields).filter(([each]) => each !== name))
  const joined = (texts: Readonly<Record<string, string>>) => `(${Object.values(texts).join(" || ' ' || ") || "''"})`
  return [
    ...names.map((name): Part => ({
      title: `a search leaves out ${name}`,
      hints: [`finds a word of ${name}`],
      list: withSearched(joined(without(name)), searched.fields),
    })),
    ...(names.length > 1
      ? names.map((name): Part => ({
          title: `a search by who may not read everything leaves out ${name}`,
          hints: ['cannot sort, filter or search'],
          // The condition for readers of all searched fields stays unchanged.
          list: (asked) =>
            names.every((each) => readableOf(asked.principal, record).includes(each))
              ? asked
              : withSearched(searched.column, { ...searched.fields, [name]: `''` })!(asked),
        }))
      : []),
    {
      title: 'a search takes the first word alone',
      hints: ['several words'],
      list: (asked) =>
        asked.query.search ? withQuery(asked, { search: asked.query.search.trim().split(/\s+/)[0] }) : asked,
    },
    {
      title: 'a search does not fold',
      hints: ['finds a word of'],
      list: withSearched(
        joined(searched.fields).replaceAll('fold(', 'upper('),
        Object.fromEntries(
          Object.entries(searched.fields).map(([name, text]) => [name, text.replaceAll('fold(', 'upper(')]),
        ),
      ),
    },
  ]
}

const tooWideFaults = (record: RecordDefinition, { searched, fields }: RecordSource): Part[] =>
  Object.entries(record.fields)
    .filter(([, { type, derived, search }]) => STORED_TEXTS.has(type.kind) && !derived && !search)
    .filter(() => Object.keys(searched.fields).length > 0)
    .map(([name]) => ({
      title: `a search also finds ${name}`,
      hints: [`does not find a word of ${name}`],
      list: (asked) => ({
        ...asked,
        kind: {
          ...asked.kind,
          searched: { ...searched, column: `(${searched.column} || fold(coalesce(${fields[name]!.value}, '')))` },
        },
      }),
    }))

/** Fields by which a list can be sorted; without the field that makes a record part of another one, which is the same in all rows. */
const ordersOf = (record: RecordDefinition) =>
  Object.entries(record.allFields).filter(
    ([name]) => name !== fixedField(record) && (!record.paths || record.paths.some(({ order }) => order === name)),
  )
/** The parameters that filter a list by a field. */
function parametersOf({ paths }: RecordDefinition, name: string, field: Field): string[] {
  const range = [`${name}.from`, `${name}.to`]
  if (!paths) {
    if (!field.filter || narrowedBy(field) === 'nothing') return []
    return narrowedBy(field) === 'values' ? [name, `${name}.not`] : range
  }
  return [
    ...(name === 'store_code' || paths.some(({ equal }) => equal.includes(name)) ? [name] : []),
    ...(paths.some(({ order }) => order === name) ? range : []),
  ]
}

/** Another key of the same type, which gives a wrong order. */
const otherKey = (key: string, type: FieldSource['type']): Partial<FieldSource> =>
  type === 'timestamptz'
    ? { key: `(${key} + ('x' || substr(md5(u.id::text), 1, 4))::bit(16)::int * interval '1 hour')` }
    : { key: 'md5(u.id::text)', type: 'text' }

const sortFaults = (record: RecordDefinition): Part[] =>
  ordersOf(record).flatMap(([name, field]): Part[] => {
    const hints = [`list sorted by ${name}:`, `in the order of ${name}:`]
    const sorting = (changed: (asked: Asked) => Asked) => (asked: Asked) =>
      asked.query.sort_by === name ? changed(asked) : asked
    const faults: Part[] = [
      // For a paged list, the first order is the default.
      ...(record.paths?.[0]?.order === name
        ? []
        : [
            {
              title: `a sort by ${name} is ignored`,
              hints,
              list: sorting((asked) => withQuery(asked, { sort_by: undefined })),
            },
          ]),
      {
        title: `a sort by ${name} goes the other way`,
        hints,
        list: sorting((asked) => withQuery(asked, { sort_order: asked.query.sort_order === 'desc' ? 'asc' : 'desc' })),
      },
      {
        title: `a sort by ${name} uses another key`,
        hints,
        // Not that of the id: ids sort by time, like createdAt.
        list: sorting((asked) => ({
          ...asked,
          kind: withField(asked.kind, name, otherKey(asked.kind.fields[name]!.key, asked.kind.fields[name]!.type)),
        })),
      },
    ]
    if (!field.required && !field.derived && STORED_TEXTS.has(field.type.kind))
      faults.push({
        title: `a sort by ${name} puts empty ones first`,
        hints,
        list: sorting((asked) => ({
          ...asked,
          kind: withField(asked.kind, name, { key: `coalesce(${asked.kind.fields[name]!.key}, '')` }),
        })),
      })
    return faults
  })

const filterFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.allFields).flatMap(([name, field]): Part[] => {
    const parameters = parametersOf(record, name, field)
    const hints = [`narrowed by ${name}:`, `.list by ${name} in the order`, `from and to a value of ${name}:`]
    const ignored = parameters.map((parameter): Part => ({
      title: `the filter ${parameter} is ignored`,
      hints,
      list: (asked) => withQuery(asked, { [parameter]: undefined }),
    }))
    const turned = (from: string, to: string): Part => ({
      title: `the filter ${from} is taken for ${to}`,
      hints,
      list: (asked) =>
        asked.query[from] === undefined ? asked : withQuery(asked, { [to]: asked.query[from], [from]: undefined }),
    })
    const [first, second] = parameters
    const firstAlone: Part = {
      title: `the filter ${name} takes the first of several values`,
      hints,
      list: (asked) =>
        Array.isArray(asked.query[name])
          ? withQuery(asked, { [name]: (asked.query[name] as string[]).slice(0, 1) })
          : asked,
    }
    return [
      ...ignored,
      ...(second === undefined ? [] : [turned(first!, second), turned(second, first!)]),
      ...(first === name && field.type.kind !== 'flag' ? [firstAlone] : []),
    ]
  })

const leakFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.allFields).flatMap(([name, field]): Part[] => [
    {
      title: `lists send ${name} to who may not read it`,
      hints: ['a reader of'],
      list: (asked) => ({ ...asked, principal: reading(asked.principal, record, name) }),
    },
    {
      title: `one record sends ${name} to who may not read it`,
      hints: ['a reader of'],
      row: (kind, principal) => [kind, reading(principal, record, name)],
    },
    // A parameter that a list does not have is refused for everybody.
    ...(field.search || parametersOf(record, name, field).length > 0 || ordersOf(record).some(([each]) => each === name)
      ? [
          {
            title: `lists are sorted, narrowed and searched by ${name} for who may not read it`,
            hints: [`right to read ${name} cannot`],
            list: (asked: Asked) => ({
              ...withQuery(asked, { fields: asked.query.fields ?? readableOf(asked.principal, record) }),
              principal: reading(asked.principal, record, name),
            }),
          },
        ]
      : []),
    // The history contains fields that people or switches write.
    ...(record.fields[name] && field.write === 'always'
      ? [
          {
            title: `histories show ${name} to who may not read it`,
            hints: ['.history: newest', `.history: contains ${name}`],
            history: (fields: HistoryFields) => ({ ...fields, readable: [...fields.readable, name] }),
          },
        ]
      : []),
  ])

const VERBS_IN_STORES: ReadonlySet<string> = new Set([
  'list',
  'totals',
  'tabs',
  'get',
  'history',
  'names',
  'update',
  'enableDisable',
  'order',
  'action',
  'versions',
  'claim',
  'release',
])
/** Calls in which a person chooses the store of new records. */
const NEW_STORE_VERBS: ReadonlySet<string> = new Set(['create', 'import', 'preview'])
const newStoreFaults = (record: RecordDefinition): Part[] => {
  if (!choosesStore(record)) return []
  const verbs = callsOf(record).flatMap(({ verb }) => (NEW_STORE_VERBS.has(verb) ? [verb] : []))
  return verbs.flatMap((of): Part[] => {
    const hints = [`.${of}: who may write to several stores`]
    const ofVerb = (changed: (called: Called) => Called): Fault['call'] => {
      return (verb, called) => (verb === of ? changed(called) : called)
    }
    return [
      {
        title: `${of} takes the stores of others`,
        hints,
        call: ofVerb((called) => ({ ...called, principal: everywhere(called.principal) })),
      },
      {
        title: `${of} ignores the chosen store`,
        hints,
        call: ofVerb((called) => ({
          ...called,
          body: { ...called.body, [STORE_FIELD]: undefined },
          query: { ...called.query, [STORE_FIELD]: undefined },
        })),
      },
    ]
  })
}
const storeFaults = (record: RecordDefinition): Part[] => [
  ...newStoreFaults(record),
  ...callsOf(record)
    .filter(({ verb }) => VERBS_IN_STORES.has(verb))
    .map((call) => {
      const of = 'action' in call ? call.action : call.verb
      return {
        title: `${of} reaches the records of other stores`,
        hints: [
          "of a partner's store",
          "people of a partner's store",
          'and release: require the right to',
          'can read its versions',
        ],
        call: (verb, called) => (verb === of ? { ...called, principal: everywhere(called.principal) } : called),
      } satisfies Part
    }),
]

const withRecord = (changed: (record: RecordDefinition) => RecordDefinition): Fault['source'] => {
  return (source) => {
    const open = source as { record: RecordDefinition }
    const before = open.record
    open.record = changed(before)
    return () => {
      open.record = before
    }
  }
}

const stateFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.actions)
    .filter(([, { from }]) => from)
    .map(([name, action]) => ({
      title: `${name} starts from any state`,
      hints: [`.${name}: in any other state`],
      source: withRecord((before) => {
        const { from: _any, ...rest } = action
        return { ...before, actions: { ...before.actions, [name]: rest } }
      }),
    }))

const effectFaults = (record: RecordDefinition, source: RecordSource): Part[] =>
  Object.entries(record.actions).flatMap(([name, action]): Part[] => [
    ...Object.keys(action.sets ?? {}).map((field) => ({
      title: `${name} does not set ${field}`,
      hints: [`.${name}: takes effect, and`],
      source: withRecord((before) => ({ ...before, actions: { ...before.actions, [name]: { ...action, sets: {} } } })),
    })),
    ...(source.actions[name]
      ? [
          {
            title: `${name} does nothing beside its record`,
            hints: [`.${name}: takes effect, and`],
            source: (changed: RecordSource) => {
              const open = changed as { actions: RecordSource['actions'] }
              const before = open.actions
              open.actions = { ...before, [name]: undefined }
              return () => {
                open.actions = before
              }
            },
          },
        ]
      : []),
  ])

const totalFaults = (record: RecordDefinition): Part[] => [
  {
    title: 'totals are one too high',
    hints: [`${record.name}.list: pages`, 'with its total'],
    total: (total) => total + 1,
  },
  {
    title: 'totals ignore search and filters',
    hints: ['list narrowed by', 'with its total', 'a search finds'],
    total: (_total, all) => all(),
  },
]

const valueFaults = (record: RecordDefinition): Part[] =>
  (['create', 'update'] as const).flatMap((at) =>
    Object.entries(record.fields)
      .filter(([, { write }]) => write === 'always' || (at === 'create' && write === 'create'))
      // The database refuses a missing value of a required column, so this fault would always be noticed.
      .filter(([, { required, type }]) => at === 'update' || !required || holdsList(type))
      .map(([name]): Part => ({
        title: `${name} is not stored by ${at}`,
        hints: [at === 'create' ? '.create: every field' : `.update: changes ${name} only`],
        writes: (field, kind) => !(field === name && kind === at),
      })),
  )

const itemFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.fields).flatMap(([name, { type, write }]): Part[] => {
    if (type.kind !== 'list' || write === 'never') return []
    const hints = ['.create: every field', `.update: changes ${name} only`]
    const within = (changed: (items: readonly object[]) => readonly object[]): Fault['items'] => {
      return (field, items) => (field === name ? changed(items) : items)
    }
    return [
      { title: `${name} is stored in another order`, hints, items: within((items) => items.toReversed()) },
      { title: `${name} loses its last item`, hints, items: within((items) => items.slice(0, -1)) },
      ...Object.entries(type.fields)
        .filter(([, of]) => STORED_TEXTS.has(of.type.kind))
        .map(([field, of]): Part => ({
          title: `${name} is stored with the same ${field} everywhere`,
          hints,
          // A value that rows may have, because it stays after the fault is removed.
          items: within((items) =>
            items.map((item) => ({
              ...item,
              [field]: of.type.kind === 'enum' ? Object.keys(of.type.labels)[0] : 'planted',
            })),
          ),
        })),
    ]
  })

const versionFaults = (record: RecordDefinition): Part[] =>
  callsOf(record)
    .filter(({ ifMatch }) => ifMatch)
    .map((call) => {
      const of = 'action' in call ? call.action : call.verb
      return {
        title: `${of} takes any version`,
        hints: ['an old version', 'on both paths'],
        call: async (verb, called, currentVersion) =>
          verb === of ? { ...called, ifMatch: await currentVersion() } : called,
      } satisfies Part
    })

const rangeFaults = (record: RecordDefinition): Part[] =>
  record.ranges
    ? [
        {
          title: 'ranges are not compared in updates',
          hints: ['cannot exceed'],
          source: withRecord((before) => ({ ...before, ranges: [] })),
        },
      ]
    : []

const limitFaults = (record: RecordDefinition): Part[] =>
  limitedFields(record).map((name) => ({
    title: `the limit of ${name} is not checked in updates`,
    hints: [`: ${name} has`],
    source: withRecord((before) => ({
      ...before,
      fields: {
        ...before.fields,
        // A kind that is stored in the same way and has no limits.
        [name]: {
          ...before.fields[name]!,
          type:
            before.fields[name]!.type.kind === 'coin'
              ? { kind: 'decimal', places: 18, min: 0, max: Number.MAX_SAFE_INTEGER }
              : { kind: 'url' },
        },
      },
    })),
  }))

const without = (values: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))

/** For versioned records. */
function keptVersionFaults(record: RecordDefinition): Part[] {
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

/** For claimable records. */
function claimFaults(record: RecordDefinition): Part[] {
  if (!isClaimable(record)) return []
  const { name: of } = record
  const underClaim = Object.entries(record.actions).filter(([, action]) => action.underClaim)
  return [
    {
      title: 'a claim takes over what another person has without a note',
      hints: [`${of}.claim: claiming another`],
      claims: {
        claim: (real) => (source, call) =>
          real(source, { ...call, rule: { ...call.rule, body: { note: 'Planted', ...call.rule.body } } }),
      },
    },
    {
      title: 'a lease never ends',
      hints: [`${of}.claim: the row`],
      claims: {
        claim: (real) => async (source, call) => {
          await real(source, call)
          const { tx, id } = call.rule
          await tx.query(`update ${source.table} set claim_until = now() + interval '100 years' where id = $1::uuid`, [
            id,
          ])
          return call.writes.read(source, id, call.principal, tx)
        },
      },
    },
    {
      title: 'a lease that has run out still stands in the way of others',
      hints: [`${of}.claim: an expired claim`],
      claims: {
        claim: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claim_until = clock_timestamp() + interval '1 minute'
             where id = $1::uuid and claimed_by is not null and claim_until <= clock_timestamp()`,
            [id],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a take-over tells nobody',
      hints: [`${of}.claim: claiming another`],
      claims: {
        claim: (real) => (source, call) =>
          real(source, { ...call, rule: { ...call.rule, notify: async () => undefined } }),
      },
    },
    {
      title: 'a renewal is a claim anew',
      hints: [`${of}.claim: claiming again`],
      claims: {
        claim: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claimed_by = null, claim_until = null where id = $1::uuid and claimed_by = $2::uuid`,
            [id, call.principal.staffId],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a claim is an edit',
      hints: [`${of}.claim: the row`],
      claims: {
        claim: (real) => async (source, call) => {
          await real(source, call)
          const { tx, id } = call.rule
          await tx.query(`update ${source.table} set version = version + 1 where id = $1::uuid`, [id])
          return call.writes.read(source, id, call.principal, tx)
        },
      },
    },
    {
      title: 'a release ends what another person has',
      hints: [`${of}.release:`],
      claims: {
        release: (real) => async (source, call) => {
          const { tx, id } = call.rule
          await tx.query(
            `update ${source.table} set claimed_by = $2::uuid where id = $1::uuid and claimed_by is not null`,
            [id, call.principal.staffId],
          )
          return real(source, call)
        },
      },
    },
    {
      title: 'a release leaves the claim as it is',
      hints: [`${of}.release:`],
      claims: {
        release:
          () =>
          (source, { rule: { tx, id }, principal, writes }) =>
            writes.read(source, id, principal, tx),
      },
    },
    ...underClaim.flatMap(([name, action]): Part[] => {
      const hints = [`${of}.${name}: 409 with the row and without an effect`]
      return [
        {
          title: `${name} is done without a claim`,
          hints,
          source: withRecord((before) => {
            const { underClaim: _any, ...rest } = action
            return { ...before, actions: { ...before.actions, [name]: rest } }
          }),
        },
      ]
    }),
    ...(underClaim.length > 0
      ? [
          {
            title: 'an action is done under a lease that has run out',
            hints: ['where the claim is missing, has expired'],
            claims: {
              requireClaim: (real) => async (source, call) => {
                const { tx, id } = call.rule
                const [row] = await tx.query<{ holder: string | null }>(
                  `select claimed_by::text as holder from ${source.table} where id = $1::uuid for update`,
                  [id],
                )
                if (row?.holder !== call.principal.staffId) await real(source, call)
              },
            },
          } satisfies Part,
          {
            title: 'an action is done under the claim of another person',
            hints: ['where the claim is missing, has expired'],
            claims: {
              requireClaim: (real) => async (source, call) => {
                const { tx, id } = call.rule
                const [row] = await tx.query<{ is_live: boolean | null }>(
                  `select claim_until > clock_timestamp() as is_live from ${source.table} where id = $1::uuid for update`,
                  [id],
                )
                if (!row?.is_live) await real(source, call)
              },
            },
          } satisfies Part,
          {
            title: 'an action leaves the claim as it is',
            hints: ['where the claim is missing, has expired'],
            claims: { stays: true },
          } satisfies Part,
        ]
      : []),
  ]
}

/** For records with a preview. */
function previewFaults(record: RecordDefinition): Part[] {
  const { preview: asked } = record
  if (!asked) return []
  const { name: of } = record
  // What disabling interrupts is read from other records: reading fields of this one is no condition.
  const interrupts = asked.of === 'disabling'
  const verb = interrupts ? 'previewOf' : 'preview'
  const rights: Part = {
    title: 'a preview answers who may not read what it is made from',
    hints: [`${of}.preview: requires the right`],
    preview: (real) => (source, call) =>
      real(source, {
        ...call,
        principal: readingAll(call.principal, record),
      }),
  }
  return [
    {
      title: 'a preview writes a version of a row',
      hints: [`${of}.${verb}: the response matches`],
      preview: (real, db) => async (source, call) => {
        await db.query(`update ${source.table} set version = version + 1`)
        return real(source, call)
      },
    },
    {
      title: 'a preview adds to the history',
      hints: [`${of}.${verb}: the response matches`],
      preview: (real, db) => async (source, call) => {
        const answer = await real(source, call)
        const rows = await db.query<{ id: string }>(`select id::text as id from ${source.table}`)
        await writeAuditRows(
          db,
          { now: () => Date.now() },
          {
            actorId: call.principal.staffId,
            subject: source.record.subject,
            origin: { ip: '127.0.0.1', userAgent: 'planted', requestId: 'planted' },
          },
          rows.map(({ id }) => ({ action: 'update', subjectId: id, before: {}, after: { planted: 'Planted' } })),
        )
        return answer
      },
    },
    ...(interrupts ? [] : [rights]),
    ...Object.keys(asked.answers).map((name): Part => ({
      title: `a preview leaves out ${name}`,
      hints: [`${of}.${verb}: the response matches`],
      preview: (real) => async (source, call) =>
        Object.fromEntries(Object.entries(await real(source, call)).filter(([each]) => each !== name)),
    })),
  ]
}

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
    [sha256(key)],
  )
  return row ? { keyId: row.id, store: row.store, hint: row.hint } : null
}

/** Faults in what the users' apps receive. */
function appFaults(record: RecordDefinition, { forApps, fields }: RecordSource): Part[] {
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

/** Faults of actions whose history shows their reason. */
const askedFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.actions)
    .filter(
      ([name, { asks = {}, tells = [] }]) =>
        ('reason' in asks || tells.length > 0) && !EFFECTS[`${record.name}.${name}`]?.leaves,
    )
    .flatMap(([name]): Part[] => [
      {
        title: `the history of ${name} leaves out why`,
        hints: [`${record.name}.${name}: the history shows the reason`],
        entries: (entries) => entries.map((entry) => (entry.action === name ? { ...entry, asked: [] } : entry)),
      },
      ...(hasFieldsOfOwn(record, name)
        ? [
            {
              title: `the history of ${name} tells why to who may not read what it changed`,
              hints: [`${record.name}.${name}: the history shows the reason`],
              history: (fields: HistoryFields) => ({ ...fields, all: [] }),
            },
          ]
        : []),
    ])
/** Whether an action changes fields that not everybody may read. */
const hasFieldsOfOwn = (record: RecordDefinition, name: string): boolean =>
  Object.keys(record.actions[name]!.sets ?? {}).length + (EFFECTS[`${record.name}.${name}`]?.writes?.length ?? 0) > 0

/** Each type of fault, with the parts in which it can be planted. */
const TYPES: Readonly<Record<string, (record: RecordDefinition, source: RecordSource) => Part[]>> = {
  'a field missing in a search': searchFaults,
  'a search that finds too much': tooWideFaults,
  'a wrong sort': sortFaults,
  'an ignored or wrong filter': filterFaults,
  'a leaked field': leakFaults,
  'a store scope not enforced': storeFaults,
  'a wrong state allowed': stateFaults,
  'an action without its effect': effectFaults,
  'a history that does not tell why': askedFaults,
  'a wrong total': totalFaults,
  'a value that is not stored': valueFaults,
  'an item stored wrongly': itemFaults,
  'an old version accepted': versionFaults,
  'a range not compared': rangeFaults,
  'a limit not checked': limitFaults,
  'a version that is not what it promises': keptVersionFaults,
  'a claim that does not hold': claimFaults,
  'a preview that does more or says less': previewFaults,
  'apps that read too much': appFaults,
}

export const faultsOf = (record: RecordDefinition, source: RecordSource): Fault[] =>
  Object.entries(TYPES).flatMap(([type, parts]) =>
    parts(record, source).map((part) => ({ record: record.name, type, ...part })),
  )
