/** What must be known before anything is done with a record. Pure. */
import { accountLabel } from '@contract/labels'
import type { SubjectRights } from '@contract/permissions'
import { labelOf } from '@features/shared/cell-text'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import type { PageWarning } from './RecordPage'

/**
 * @param columns that the person may see
 * @param rights on such records: what the switch stopped is told to whoever may switch it back
 * @returns that the record is disabled, then what its values say, in the order of the columns
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
