/** New records. */
import { holdsList } from '@contract/records/kinds'
import { fixedField, writableFields, type RecordDefinition } from '@contract/records/record'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import type { Answer } from '@server/platform/operations/call'
import type { RecordSource } from '@server/platform/records/source'
import { answer, type RecordCall, type RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import { columnsOfBody } from './columns'
import type { Transactions } from './transaction'

/** Sets the value that makes a record part of another one. */
const partOf = (record: RecordDefinition) => {
  const field = fixedField(record)
  return field === null ? {} : { [field]: record.partOf!.value }
}

/** Gives a new record empty lists where the body has none. */
const withLists = (record: RecordDefinition, body: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(
    writableFields(record, 'create')
      .filter(([, { type }]) => holdsList(type))
      .map(([name]) => [name, []]),
  ),
  ...body,
})

/** @returns the handler that adds a record. It throws 422 at the field */
export const createCreate =
  (
    { db, writes }: Pick<RecordRoutesDeps, 'db' | 'writes'>,
    {
      transactions: { inTransaction, ruleOf, tellFed },
      checks: { prepare, requireReferences, storeCodeOf },
    }: { transactions: Transactions; checks: Checks },
  ) =>
  async (source: RecordSource, call: RecordCall): Promise<Answer<unknown>> => {
    const { body, principal, origin, key } = call
    const { check, afterWrite, record } = source
    const prepared = await prepare(source, call, 'create', null)
    const expressions: Record<string, string> = {}
    if (record.ordered) expressions.position = `(select coalesce(max(position), 0) + 1 from ${source.table})`
    const columns = { ...columnsOfBody(record, { ...withLists(record, body), ...partOf(record) }), ...prepared.columns }
    const storeCode = await storeCodeOf(record, body, principal)
    const storeOfNew = storeCode === undefined ? principal.store : storeCode
    return inTransaction(Boolean(check ?? afterWrite ?? prepared.afterWrite), async (within) => {
      await requireReferences(record.fields, body, principal, within?.on ?? db)
      const act = { principal, origin, key: within ? null : key }
      if (!within) {
        const written = await writes.create(source, columns, SUCCESS_MESSAGE.added, act, { expressions, storeCode })
        if (record.feeds) await tellFed(source, (JSON.parse(written.json as string) as { id: string }).id)
        return answer(written, SUCCESS_MESSAGE.added)
      }
      await check?.(ruleOf(within, { principal, origin, id: null, body, storeOfNew }))
      const { json } = await writes.create(source, columns, SUCCESS_MESSAGE.added, act, {
        expressions,
        storeCode,
        within,
      })
      const { id } = JSON.parse(json as string) as { id: string }
      const rule = { ...ruleOf(within, { principal, origin, id, body, storeOfNew }), id }
      await afterWrite?.(rule)
      await prepared.afterWrite?.(rule)
      await tellFed(source, id, within)
      // Read again, so that the response contains derived values and what the rules changed.
      const answered = answer(await writes.read(source, id, principal, within.on), SUCCESS_MESSAGE.added)
      await key?.inTransaction(within.on, answered)
      return answered
    })
  }
