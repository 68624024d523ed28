/** What is checked before a record is written: references, the store, the version, the state and values that depend on each other. */
import { STORE_FIELD } from '@contract/permissions'
import { askErrors, dependentErrors, touchesDependents } from '@contract/records/dependents'
import { refersByCode, targetOf } from '@contract/records/kinds'
import { limitErrors, touchesLimits } from '@contract/records/limits'
import { rangeErrors, touchesRange } from '@contract/records/ranges'
import {
  reliedChanged,
  stateRefusal,
  storeReference,
  type ActionDefinition,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import { keptReferences, referencesIn, type ReferenceInBody } from '@contract/records/references'
import { utf8 } from '@server/platform/lib/bytes'
import type { Queryable } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import { rejected, stale } from '@server/platform/operations/failure'
import type { Principal, Reader } from '@server/platform/modules/access/principal'
import { everythingOf, onlyFields } from '@server/platform/records/filters'
import { columnOf } from '@server/platform/records/kinds'
import type { PrepareCall, Prepared, Reached, RecordSource } from '@server/platform/records/source'
import { SOURCES } from '@server/platform/records/sources'
import { inStoresOf, versionsAndStoresOf } from '@server/platform/records/table'
import type { RecordCall, RecordRoutesDeps } from './call'

/** The refusals of a reference that cannot be chosen, by who refers to it. @param one the noun of the record */
const NOT_THERE = {
  staff: (one: string) => `Choose an enabled ${one} of the list`,
  app: (one: string) => `There is no enabled ${one} with this id in the key's store`,
}
/** The refusal of a store that does not exist, is disabled, or is not the writer's. */
const NO_SUCH_STORE = 'Choose an enabled store of the list'
const columnNamed = ({ fields }: RecordDefinition, name: string) => columnOf(name, fields[name]!.type)

export type Checks = ReturnType<typeof createChecks>

/** @returns the checks; each throws its refusal */
export function createChecks({
  db,
  clock,
  writes,
  crypto,
  keys,
  checkRail,
}: Pick<RecordRoutesDeps, 'db' | 'clock' | 'writes' | 'crypto' | 'keys' | 'checkRail'>) {
  const hashPassword = (password: string) => crypto.hashPassword(password)
  const seal = (secret: string) => keys.entrusted.encrypt(utf8(secret))
  /**
   * Referenced records must exist, be enabled and be in a store of the person; for an app also shared with its store.
   * @param current the row before the change: what it refers to already may stay @throws 422 at the field
   */
  async function requireReferences(
    fields: Fields,
    body: RecordCall['body'],
    principal: Reader,
    on: Queryable,
    current: Readonly<Record<string, unknown>> | null = null,
    by: keyof typeof NOT_THERE = 'staff',
  ) {
    const errors: Record<string, string[]> = {}
    const isKept = keptReferences(fields, current)
    // All references to one record are looked up together: the items of a list may have many.
    const groups = new Map<string, ReferenceInBody[]>()
    for (const each of referencesIn(fields, body)) {
      const group = `${each.to} ${refersByCode(each.type) ? 'by code' : 'by id'}`
      groups.set(group, [...(groups.get(group) ?? []), each])
    }
    if (groups.size === 0) return
    const params = createParams()
    const lookUps = [...groups.values()].map((group, nth) => {
      const { to, type } = group[0]!
      const target = SOURCES[to as keyof typeof SOURCES]
      const [key, kind] = refersByCode(type)
        ? ([columnNamed(target.record, target.record.identifiedBy!), 'text'] as const)
        : (['id', 'uuid'] as const)
      const keys = group.flatMap((each) => each.keys)
      const text = `select ${nth} as nth, u.${key}::text as key from ${target.table} u where u.${key} = any(${params.add(keys, `${kind}[]`)})
          ${target.record.switch ? 'and not u.is_deleted' : ''} ${target.choosable ? `and ${target.choosable('u')}` : ''}
          ${inStoresOf((by === 'app' && target.forApps) || target, principal, params)
            .map((condition) => `and ${condition}`)
            .join('')}`
      return { group, kind, text, noun: target.record.noun[0] }
    })
    // One statement for all records.
    const found = await on.query<{ nth: number; key: string }>(
      lookUps.map(({ text }) => text).join(' union all '),
      params.values,
    )
    for (const [at, { group, kind, noun }] of lookUps.entries()) {
      const known = new Set(found.filter(({ nth }) => nth === at).map(({ key }) => key))
      // Ids are the same in any letter case.
      const isKnown = (each: string) => known.has(kind === 'uuid' ? each.toLowerCase() : each)
      for (const each of group)
        if (!each.keys.every((key) => isKnown(key) || isKept(each, key))) errors[each.at] = [NOT_THERE[by](noun)]
    }
    if (Object.keys(errors).length > 0) throw rejected(errors)
  }

  /**
   * Checks the version before the rules, because a rule's refusal must not reveal a row that the person has not seen.
   * @returns the whole current row, including fields that the person may not read. @throws 404, 409 with the row
   */
  async function requireVersion(source: RecordSource, call: RecordCall, on: Queryable) {
    const { principal, params } = call
    const current = await writes.read(source, params.id, { ...principal, access: everythingOf(source) }, on)
    if (current.version !== call.ifMatch) throw stale((await writes.read(source, params.id, principal, on)).json)
    return JSON.parse(current.json as string) as Record<string, unknown>
  }

  /** Checks what applies to the values of every body, before the record's own rules. @returns the row before the change @throws 404, 409, 422 at the field */
  async function requireValues(source: RecordSource, call: RecordCall, fields: Fields, on: Queryable) {
    const current = await requireVersion(source, call, on)
    // The inputs of an action are not the record's fields, even if one has the same name.
    const before = fields === source.record.fields ? current : null
    await requireReferences(fields, call.body, call.principal, on, before)
    const errors = {
      ...(touchesRange(source.record, call.body) ? rangeErrors(source.record, { ...current, ...call.body }) : {}),
      ...(fields === source.record.fields && touchesLimits(source.record, call.body)
        ? limitErrors(source.record, { ...current, ...call.body })
        : {}),
      ...(fields === source.record.fields && touchesDependents(source.record, call.body)
        ? dependentErrors(source.record, current, call.body)
        : {}),
      ...(fields === source.record.fields ? {} : askErrors(source.record, fields, current, call.body, clock.now())),
    }
    if (Object.keys(errors).length > 0) throw rejected(errors)
    return current
  }

  const callOf = ({ principal, body }: RecordCall, action: string, id: string | null, on: Queryable): PrepareCall => ({
    action,
    db: on,
    principal,
    id,
    body,
    at: new Date(clock.now()).toISOString(),
    hashPassword,
    seal,
    checkRail,
  })
  const prepare = async (
    source: RecordSource,
    call: RecordCall,
    action: string,
    id: string | null,
    on: Queryable = db,
  ): Promise<Prepared> => (await source.prepare?.(callOf(call, action, id, on))) ?? {}

  /** Asks another system for an action, once the row is as the caller saw it. @returns null where the action asks none @throws 404, 409 */
  async function reach(source: RecordSource, call: RecordCall, action: string): Promise<Reached | null> {
    const by = source.reaches[action]
    if (!by) return null
    await requireVersion(source, call, db)
    return by(callOf(call, action, call.params.id, db))
  }

  /** @returns the value of one field, whether or not the caller may read it */
  async function valueNow(source: RecordSource, call: RecordCall, field: string, on: Queryable): Promise<unknown> {
    const reader = { ...call.principal, access: onlyFields(source, [field]) }
    const { json } = await writes.read(source, call.params.id, reader, on)
    return (JSON.parse(json as string) as Record<string, unknown>)[field]
  }

  /** An action is allowed in some states only. @throws 409 with the row in any other state */
  async function requireState(
    source: RecordSource,
    call: RecordCall,
    from: NonNullable<ActionDefinition['from']>,
    on: Queryable,
  ) {
    const value = await valueNow(source, call, from.field, on)
    if (!from.values.includes(value as string | boolean))
      throw stale(
        (await writes.read(source, call.params.id, call.principal, on)).json,
        stateRefusal(source.record, from),
      )
  }

  /** What whoever acts has relied on must still be so. @throws 409 with the row where it is not */
  async function requireRelied(source: RecordSource, call: RecordCall, relies: string, on: Queryable) {
    const seen = call.body[relies]
    if (seen === undefined) return
    if ((await valueNow(source, call, relies, on)) !== seen)
      throw stale(
        (await writes.read(source, call.params.id, call.principal, on)).json,
        reliedChanged(source.record, relies),
      )
  }

  /**
   * @param body or query with the store that the writer chooses for new records
   * @returns its code; undefined: the writer's own
   * @throws 422 at the field where the writer may not write to it
   */
  async function chosenStoreOf(body: RecordCall['body'], { stores }: Principal) {
    const chosen = body[STORE_FIELD] as string | null | undefined
    if (!chosen) return undefined
    const [open] = await db.query('select code from stores where code = $1::text and not is_deleted', [chosen])
    if (!open || (stores && !stores.includes(chosen))) throw rejected({ [STORE_FIELD]: [NO_SUCH_STORE] })
    return chosen
  }

  /**
   * @returns the code of a new record's store, which a reference determines or the writer chooses; undefined: the writer's own
   * @throws 422 at the field where the writer may not write to the chosen store
   */
  async function storeCodeOf({ fields }: RecordDefinition, body: RecordCall['body'], principal: Principal) {
    const by = storeReference({ fields })
    if (by === null) return chosenStoreOf(body, principal)
    const [referred] = await versionsAndStoresOf(db, SOURCES[targetOf(fields[by]!.type) as keyof typeof SOURCES], [
      body[by] as string,
    ])
    return referred?.store_code ?? null
  }

  return {
    requireReferences,
    requireVersion,
    requireValues,
    requireState,
    requireRelied,
    prepare,
    reach,
    chosenStoreOf,
    storeCodeOf,
  }
}
