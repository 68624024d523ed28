/** The queries of paged lists: exactly those that the record's paths declare (contract, Records on the wire). */
import * as yup from 'yup'
import { FULL_LIST_ITEM_NO, PAGE_ROWS_MAX } from '../constants'
import { commaList } from '../http/operation'
import { exactly, id, parameters } from '../schema'
import { equalFilters, pathOrders, readingOf, STORE_FILTER } from './paths'
import type { RecordDefinition } from './record'
import { boundOf, filterValue, listOf } from './schemas'

/** Longer than any cursor of the server. */
const CURSOR_MAX = 1000

const filters = (record: RecordDefinition): yup.ObjectShape =>
  Object.fromEntries([
    ...[...equalFilters(record), STORE_FILTER].map((name) => [
      name,
      listOf(filterValue(record.allFields[name]!)).min(1, `${name} needs a value`).optional(),
    ]),
    ...pathOrders(record).flatMap((name) =>
      ['from', 'to'].map((end) => [`${name}.${end}`, boundOf(record.allFields[name]!)]),
    ),
  ]) as yup.ObjectShape

/** One of the record's tabs. */
const tab = ({ tabs }: RecordDefinition): yup.ObjectShape =>
  tabs ? { tab: yup.string().oneOf(Object.keys(tabs), 'There is no such tab').optional() } : {}

/** A query that follows no single path is refused, with a message that names the possible ones. */
const alongOnePath = <S extends yup.AnyObjectSchema>(schema: S, record: RecordDefinition): S =>
  schema.test('path', (query: Record<string, unknown>, context) => {
    const reading = readingOf(record, query)
    return !('refusal' in reading) || context.createError({ path: '', message: reading.refusal })
  }) as S

/** The query of a paged record's list. */
export const pageQuery = (record: RecordDefinition) =>
  alongOnePath(
    parameters({
      cursor: yup.string().max(CURSOR_MAX).optional(),
      itemNo: yup
        .number()
        .integer('itemNo is a whole number')
        .min(1, 'itemNo starts at 1')
        .test(
          'page',
          `itemNo is at most ${PAGE_ROWS_MAX}, or ${FULL_LIST_ITEM_NO} for the whole list`,
          (rows) => rows === undefined || rows <= PAGE_ROWS_MAX || rows === FULL_LIST_ITEM_NO,
        )
        .optional(),
      search: yup.string().max(255).optional(),
      sort_by: yup.string().oneOf(pathOrders(record)).optional(),
      sort_order: yup
        .string()
        .oneOf(['asc', 'desc'] as const)
        .optional(),
      fields: commaList()
        .of(yup.string().oneOf(Object.keys(record.allFields)).required())
        .optional(),
      id: commaList().of(id()).max(PAGE_ROWS_MAX).optional(),
      ...tab(record),
      ...filters(record),
    }),
    record,
  )

/** The query of its totals: the same filters and search. */
export const totalsQuery = (record: RecordDefinition) =>
  alongOnePath(parameters({ search: yup.string().max(255).optional(), ...tab(record), ...filters(record) }), record)

/** The totals of a filter: the number of rows, and the sums of the fields that the caller may read. */
export const totalsSchema = ({ sums }: Pick<RecordDefinition, 'sums'>) =>
  exactly({
    count: yup.number().integer().min(0).required(),
    ...(sums && {
      sums: exactly(
        Object.fromEntries(
          Object.keys(sums).map((name) => [
            name,
            yup
              .string()
              .matches(/^-?\d{1,20}\.\d{2}$/, 'Not an amount')
              .optional(),
          ]),
        ),
      ).required(),
    }),
  }).required()
