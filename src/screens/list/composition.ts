/** Determines where each field of a record is shown on its page and in its drawer: each field once. Pure. */
import type { ColumnDefinition, FormSection, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import { labelOf } from '@features/shared/cell-text'

type Column = ColumnDefinition<Row>

/** Fields under a heading. */
export interface ComposedSection {
  title: string
  columns: Column[]
  /** Instead of fields: what it means that none of them has a value. */
  none?: string
}

/** The fields of a record by their place; only those that the person may read. */
export interface Composition {
  /** Beside the name: states that have a pill. */
  pills: Column[]
  /** Under the name. */
  reference: Column[]
  /** Key figures. */
  figures: Column[]
  /** Fields with a value. */
  sections: ComposedSection[]
  /** Fields without a value, under the headings of their sections. */
  empty: ComposedSection[]
  /** About the record itself: its version, its place in the list, its store, its last change. */
  record: Column[]
}

/** Number of key figures. */
const FIGURES_MAX = 5
/** The first entry of the history shows who created the record and when. */
const IN_HISTORY: ReadonlySet<string> = new Set(['Creator', 'createdAt'])
const ABOUT_RECORD: ReadonlySet<string> = new Set(['version_no', 'position', 'store_code', 'updatedAt'])

/** Whether something about the record waits for an approval. */
const AWAITS_APPROVAL: string = 'awaits_approval'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * @param columns that the person may read
 * @param omitted fields that the screen shows in another way, such as the switch
 */
export function compose(
  { noun, nameFields, page }: Pick<Resource<Row>, 'noun' | 'nameFields' | 'page'>,
  columns: readonly Column[],
  row: Row,
  omitted: ReadonlySet<string> = new Set(),
): Composition {
  const values = valuesOfRow(row)
  const named = (fields: readonly string[] = []) =>
    fields.flatMap((field) => columns.find((column) => column.field === field && values[field] !== undefined) ?? [])
  const isFilled = ({ field }: Column) => !isEmpty(values[field])
  // A reference in the name stays: it leads to the other record.
  const isInName = ({ field, kind }: Column) => nameFields.some((each) => each === field) && kind !== 'reference'
  // A warning, or the notice of the approval, says it where it is true.
  const isWarning = ({ field, kind }: Column) =>
    kind === 'yesNo' && (field === AWAITS_APPROVAL || page.warnings?.[field as keyof Row] !== undefined)

  const pills = named(page.states).filter((column) => labelOf(column, values[column.field]) !== null)
  const reference = named(page.reference).filter((column) => isFilled(column) && !isInName(column))
  const figures = named(page.figures).filter(isFilled).slice(0, FIGURES_MAX)
  const inHead = new Set([...pills, ...reference, ...figures])
  // Each amount shows it.
  const currencies = new Set<string>(columns.flatMap(({ currencyField }) => currencyField ?? []))
  const rest = columns.filter(
    (column) =>
      !currencies.has(column.field) &&
      values[column.field] !== undefined &&
      !omitted.has(column.field) &&
      !page.omits?.includes(column.field) &&
      !inHead.has(column) &&
      !isInName(column) &&
      !isWarning(column) &&
      !IN_HISTORY.has(column.field) &&
      page.pinned !== column.field &&
      page.picture !== column.field,
  )
  const record = rest.filter((column) => ABOUT_RECORD.has(column.field) && isFilled(column))
  const own = rest.filter((column) => !ABOUT_RECORD.has(column.field))
  const grouped = new Set<string>(page.sections.flatMap(({ fields }) => fields))
  const isNone = ({ fields }: FormSection) => named(fields).length > 0 && !named(fields).some(isFilled)
  // Fields that no section names are under the record's own heading, which may be that of a section.
  const heading = capital(noun.one)
  const further = own.filter(({ field }) => !grouped.has(field))
  const isOwn = ({ title }: FormSection) => title === heading
  const sections: ComposedSection[] = [
    ...(page.sections.some(isOwn) ? [] : [{ title: heading, columns: further }]),
    ...page.sections.map((section) => ({
      title: section.title,
      columns: [
        ...section.fields.flatMap((field) => own.find((column) => column.field === field) ?? []),
        ...(isOwn(section) ? further : []),
      ],
      ...(section.none !== undefined && isNone(section) && { none: section.none }),
    })),
  ]
  const only = (keeps: (column: Column) => boolean) =>
    sections.map((section) => ({ ...section, columns: section.columns.filter(keeps) }))
  return {
    pills,
    reference,
    figures,
    record,
    sections: only(isFilled).filter(({ columns: shown, none }) => shown.length > 0 || none !== undefined),
    empty: only((column) => !isFilled(column)).filter(
      ({ columns: bare, none }) => bare.length > 0 && none === undefined,
    ),
  }
}
