/** The warnings about a record, to read before any action on it. Pure. */
import { accountLabel } from '@contract/labels'
import type { SubjectRights } from '@contract/permissions'
import { labelOf } from '@features/shared/cell-text'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import type { PageWarning } from './RecordPage'

/**
 * @param columns that the person may see
 * @param rights on such records: only a person who may enable the record sees the effect of disabling it
 * @returns a warning if the record is disabled, then its pinned text, then the warnings of its values, in the order of the columns
 */
export function warningsOf(
  { noun, switch: switches, page }: Pick<Resource<Row>, 'noun' | 'switch' | 'page'>,
  columns: readonly ColumnDefinition<Row>[],
  row: Row,
  rights: Pick<SubjectRights, 'delete'>,
): PageWarning[] {
  const disabled = `This ${noun.one} is disabled.`
  return [
    ...(switches && row.is_deleted
      ? [{ tone: accountLabel(true).tone, text: rights.delete ? `${disabled} ${switches.effect}` : disabled }]
      : []),
    ...pinnedOf(page?.pinned, row),
    ...columns.flatMap((column) => {
      const sentences = page?.warnings?.[column.field] ?? {}
      const values = [valuesOfRow(row)[column.field]].flat() as string[]
      return values.flatMap((value) =>
        sentences[value] === undefined
          ? []
          : [{ tone: labelOf(column, value)?.tone ?? ('warning' as const), text: sentences[value] }],
      )
    }),
  ]
}

function pinnedOf(field: string | undefined, row: Row): PageWarning[] {
  const text = field === undefined ? null : valuesOfRow(row)[field]
  return typeof text === 'string' && text !== '' ? [{ tone: 'warning', text }] : []
}
