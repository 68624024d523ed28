/** Faults in lists: search, sort, filters, fields and totals. */
import type { Field } from '@contract/records/field'
import { fixedField, type RecordDefinition } from '@contract/records/record'
import type { RecordSource } from '@server/platform/records/source'
import type { FieldSource } from '@server/platform/records/table'
import type { HistoryFields } from '@server/platform/modules/audit/history'
import { narrowedBy } from '../records/oracle'
import type { Asked, Fault } from './planted'
import { type Part, readableOf, reading, withField, withQuery } from './changed'

export const STORED_TEXTS: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'url', 'slug', 'enum'])

export function searchFaults(record: RecordDefinition, { searched }: RecordSource): Part[] {
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

export const tooWideFaults = (record: RecordDefinition, { searched, fields }: RecordSource): Part[] =>
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

export const sortFaults = (record: RecordDefinition): Part[] =>
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

export const filterFaults = (record: RecordDefinition): Part[] =>
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

export const leakFaults = (record: RecordDefinition): Part[] =>
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

export const totalFaults = (record: RecordDefinition): Part[] => [
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
