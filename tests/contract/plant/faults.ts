/** Every fault of each type, in every field that has the trait. */
import { STORE_FIELD } from '@contract/permissions'
import { callsOf } from '@contract/records/calls'
import { holdsList } from '@contract/records/kinds'
import { choosesStore, toldInputs, type RecordDefinition } from '@contract/records/record'
import { limitedFields } from '@contract/records/limits'
import type { RecordSource } from '@server/platform/records/source'
import { writeAuditRows } from '@server/platform/modules/audit/entry'
import type { HistoryFields } from '@server/platform/modules/audit/history'
import { EFFECTS } from '../records/effects'
import type { Called, Fault } from './planted'
import { appFaults } from './app-faults'
import { approvalFaults } from './approval-faults'
import { type Part, everywhere, readingAll, withRecord } from './changed'
import { claimFaults } from './claim-faults'
import {
  STORED_TEXTS,
  filterFaults,
  leakFaults,
  searchFaults,
  sortFaults,
  tooWideFaults,
  totalFaults,
} from './list-faults'
import { keptVersionFaults } from './version-faults'

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
    // What waits for approval first: approval-faults.ts.
    ...Object.keys(EFFECTS[`${record.name}.${name}`]?.waits ? {} : (action.sets ?? {})).map((field) => ({
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

/** Faults in how rich text is stored. */
const documentFaults = (name: string): Part[] => {
  const hints = ['.create: every field', `.update: changes ${name} only`]
  const within = (changed: (blocks: readonly object[]) => readonly object[]): Fault['items'] => {
    return (field, value) => {
      const document = value as unknown as { content: object[] }
      return field === name ? ({ ...document, content: changed(document.content) } as never) : value
    }
  }
  return [
    { title: `${name} is stored in another order`, hints, items: within((blocks) => blocks.toReversed()) },
    { title: `${name} loses its last part`, hints, items: within((blocks) => blocks.slice(0, -1)) },
    {
      title: `${name} loses its marks`,
      hints,
      items: within((blocks) => JSON.parse(JSON.stringify(blocks).replaceAll('"bold"', '"italic"')) as object[]),
    },
  ]
}

const itemFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.fields).flatMap(([name, { type, write }]): Part[] => {
    if (write === 'never') return []
    if (type.kind === 'richText') return documentFaults(name)
    if (type.kind !== 'list') return []
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

/** Faults of actions whose history shows their reason. */
const askedFaults = (record: RecordDefinition): Part[] =>
  Object.entries(record.actions)
    .filter(([name, action]) => toldInputs(action).length > 0 && !EFFECTS[`${record.name}.${name}`]?.leaves)
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
  'an approval that is another one': approvalFaults,
  'a preview that does more or says less': previewFaults,
  'apps that read too much': appFaults,
}

export const faultsOf = (record: RecordDefinition, source: RecordSource): Fault[] =>
  Object.entries(TYPES).flatMap(([type, parts]) =>
    parts(record, source).map((part) => ({ record: record.name, type, ...part })),
  )
