/** The names of a record, for pickers. */
import type { Reference } from '@contract/records/field'
import { mayReadNames } from '@contract/records/names'
import { pickedFields } from '@contract/records/record'
import type { Answer } from '@server/platform/operations/call'
import { forbidden } from '@server/platform/operations/failure'
import type { Principal } from '@server/platform/modules/access/principal'
import type { RecordSource } from '@server/platform/records/source'
import type { RecordCall, RecordRoutesDeps } from './call'

/** Maximum number of names that a picker gets at a time. */
const PICKER_NAMES = 50

const nameIn = (value: string | Reference | null | undefined) =>
  typeof value === 'object' ? (value?.name ?? '') : (value ?? '')

/** The rows that can be chosen in a picker. */
const onlyChoosable = (source: RecordSource): RecordSource => ({
  ...source,
  where: (alias) => [source.where?.(alias), source.choosable!(alias)].filter(Boolean).join(' and '),
})

/** @returns the handler that reads up to 50 names: those that a search finds, or those with the given ids. It throws 403 */
export const createNames = ({ lists }: Pick<RecordRoutesDeps, 'lists'>) =>
  async function names(source: RecordSource, { query, principal }: RecordCall): Promise<Answer<unknown>> {
    const { record } = source
    if (!mayReadNames(record, principal.access)) throw forbidden(`You may not read the names of ${record.noun[1]}.`)
    const { search, id } = query as { search?: string; id?: string[] }
    // Only the names are read, with the rights to do so.
    const reader: Principal = {
      ...principal,
      access: {
        accessible_pages: [],
        permissions: [
          { action: 'read', subject: record.subject, fields: [...pickedFields(record), 'is_deleted', 'position'] },
        ],
      },
    }
    const { json } = await lists.page(
      id || !source.choosable ? source : onlyChoosable(source),
      {
        itemNo: PICKER_NAMES,
        fields: pickedFields(record),
        ...(source.order ? {} : { sort_by: record.namedBy[0]! }),
        ...(search ? { search } : {}),
        ...(id ? { id } : record.switch ? { is_deleted: 'false' } : {}),
      },
      reader,
    )
    const rows = JSON.parse(json) as ({ id: string; version: number } & Record<string, string | Reference | null>)[]
    return {
      data: rows.map((row) => ({
        id: row.id,
        name: record.namedBy.map((field) => nameIn(row[field])).join(' '),
        version: row.version,
        ...(record.identifiedBy !== undefined && { code: row[record.identifiedBy] as string }),
      })),
    }
  }
