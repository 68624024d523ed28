/** The source of a record: its table, its derived fields, and the rules that only the server can check (records, Rules). */
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Field, FieldType } from '@contract/records/field'
import { UPLOAD_AGAIN } from '@contract/files'
import { refersById } from '@contract/records/kinds'
import { HIDDEN, isMaskedFor, maskOf, PHONE_DIGITS_SHOWN, type Mask } from '@contract/records/mask'
import type { Access, Subject } from '@contract/permissions'
import { approvedActions, AWAITS_APPROVAL } from '@contract/records/action-approval'
import { isCampaign } from '@contract/records/campaigns'
import { isPublishable } from '@contract/records/publishing'
import type { QueueDefinition } from '@contract/records/queue'
import {
  isErasable,
  publicFields,
  searchedFields,
  type Actions,
  type DerivedKeys,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import { recordNamed, type RecordKey } from '@contract/records/records'
import { ROOT_COLLATION } from '@server/platform/db/letter-case'
import type { Queryable } from '@server/platform/ports/db'
import type { Searched } from '@server/platform/db/search'
import type { Live } from '@server/platform/live/live'
import type { AuditRow } from '@server/platform/modules/audit/entry'
import type { Principal } from '@server/platform/modules/access/principal'
import type { AppCaller } from '@server/platform/modules/apps/keys'
import type { Happening } from '@server/platform/modules/notifications/store'
import { campaignStatusSql } from './campaigns'
import { KIND_SOURCES, columnOf } from './kinds'
import { searchedText } from './record-table'
import { awaitsApprovalSql, type ApprovalSource } from './approvals'
import { queueSources, type QueueSql } from './queues'
import { conditionsOfStates, isNot, shownState, type ComputedStates } from './states'
import type { Changes, Columns } from './writes'
import { CREATOR_JOIN, type ConstraintErrors, type FieldSource, type RecordTable } from './table'
import type { Crypto } from '@server/platform/ports/crypto'

/** Input of a rule: the transaction, the caller, the record's id (null for a new one) and the body. */
export interface RuleCall {
  tx: Queryable
  principal: Principal
  id: string | null
  body: Readonly<Record<string, unknown>>
  /** The store that a new record will belong to; of an existing one, that of the writer. */
  storeOfNew: string | null
  /** The time of the change, ISO 8601. */
  at: string
  /** Keyed hash of a text: equal texts have equal hashes, which cannot be guessed from the database. */
  hash: (text: string) => string
  /** Encrypts a secret that users entrust to the platform. It is decrypted only where it is revealed or used. @returns text to store */
  seal: (secret: string) => string
  /** @param sealed what `seal` gave @returns the secret, for use in the transaction: it must not be logged, audited or sent. @throws where it was changed */
  unseal: (sealed: string) => string
  /** Makes the erasable values in the record's audit entries permanently unreadable. */
  destroyKey: () => Promise<void>
  /** Notifies consoles of rows that the rule changed, after the commit. @param derived the version has not changed */
  changed: (name: RecordKey, rows: readonly ChangedRow[], derived?: true) => void
  /** The same for rows whose version and store are read here: after the rule has written them. @param edited the version has changed */
  touched: (name: RecordKey, ids: readonly string[], edited?: true) => Promise<void>
  /** Writes the rule's changes to rows of a record into their history, in the transaction. */
  audit: (name: RecordKey, rows: readonly AuditRow[]) => Promise<void>
  /** Writes changes to rows that are no record's into the audit, in the transaction. */
  auditAs: (subject: Subject, rows: readonly AuditRow[]) => Promise<void>
  /** Notifies staff of an event, in the transaction; their consoles receive it after the commit. */
  notify: (staffIds: readonly string[], what: Happening) => Promise<void>
  /** Ends every claim of a person, in the transaction. */
  releaseClaims: (staffId: string) => Promise<void>
  /** Runs after the commit. */
  afterCommit: (tell: (live: Live) => void) => void
  /** Delivers what is due of the outbox at once, after the commit. */
  deliver: () => void
  /** Others must approve it first: the answer says so. */
  waits: () => void
}
/** Input of a call of the users' apps: the transaction, the app and the body. */
export interface AppRuleCall extends Pick<RuleCall, 'tx' | 'body' | 'at' | 'hash' | 'seal' | 'changed' | 'audit'> {
  app: AppCaller
  /** The columns of those inputs that are fields of the record; an input that was left out is empty. */
  sent: Columns
  /** Lets calls about the same thing wait for each other, in every process, until the end of the transaction. */
  inTurn: (about: string) => Promise<void>
  /** Runs at the end of the transaction: for a row that many calls wait for, which is then locked for a moment only. */
  atLast: (work: () => Promise<void>) => void
  /** Adds a row to the app's store. @returns its id */
  add: (columns: Columns) => Promise<string>
  /** Changes a row of the app's store, whose version the call has read after `inTurn`. @param action its name in the history */
  change: (row: { id: string; version: number }, action: string, columns: Columns, reason?: string) => Promise<void>
}

/** A row that a rule changed, with its current version and store. */
export interface ChangedRow {
  id: string
  version: number
  store_code: string | null
}

/** Input of `prepare`: the values about to be written, the caller, the record's id (null for a new one) and the body. */
export interface PrepareCall {
  /** `create`, `update`, `enable`, `disable`, or the name of an action. */
  action: string
  db: Queryable
  principal: Principal
  id: string | null
  body: Readonly<Record<string, unknown>>
  /** The time of the call, ISO 8601. */
  at: string
  hashPassword: Crypto['hashPassword']
  seal: RuleCall['seal']
  /** Makes a call that moves nothing on a rail, and notes its health. @returns what was found, as people read it; null where none is connected */
  checkRail: (name: string) => Promise<string | null>
}
/** Additions to a write beyond its body. */
export interface Prepared {
  columns?: Columns
  /** Statements that run as part of the write. */
  with?: Pick<Changes, 'sets' | 'also' | 'returns'>
  /** Runs in the transaction, after the write; a write that needs it is not a single statement. */
  afterWrite?: (call: RuleCall & { id: string }) => Promise<void>
  /** Runs after the commit. @param returned what `with.returns` asked for */
  afterCommit?: (live: Live, returned: Readonly<Record<string, unknown>>) => void
}

/** What another system has answered. */
export interface Reached {
  /** What people are told, instead of the text of the action. */
  message: string
}

/** Input of a preview: a read-only transaction, the caller and the body. */
export interface PreviewCall {
  on: Queryable
  principal: Principal
  /** Id of the record whose edit or action is previewed; null for a new record or an independent preview. */
  id: string | null
  /** Ids of the records whose disabling is previewed. */
  ids: readonly string[]
  body: Readonly<Record<string, unknown>>
  /** The store that a new record would belong to; of an existing one, that of the writer. */
  storeOfNew: string | null
  /** The time of the call, ISO 8601. */
  at: string
  /** @returns the number of records that these people have claimed now */
  claimsOf: (staffIds: readonly string[]) => Promise<number>
  /** @returns the record's rows of a store in the list's order, in the contract's form */
  rowsOf: (storeCode: string | null) => Promise<Readonly<Record<string, unknown>>[]>
}

/** Description of a source. */
export interface SourceDescription<F extends Fields = Fields, A extends Actions = Actions> extends QueueSql {
  readonly table: PgTable
  /**
   * `row`: a column holds the record's store, `store_code` by default; people who may see some stores see only the records of
   * these.
   */
  readonly scope: { readonly store: 'row'; readonly column?: string }
  /** SQL of exactly the derived fields; `u` is the row. Whether it awaits an approval follows from the actions. */
  readonly derived: {
    readonly [K in Exclude<DerivedKeys<F>, typeof AWAITS_APPROVAL>]: Partial<FieldSource> & Pick<FieldSource, 'value'>
  }
  /** When rows show the states that are computed from the stored one, for fields that have some. */
  readonly computed?: { readonly [K in keyof F]?: ComputedStates }
  /** Joins that derived fields name. */
  readonly joins?: Readonly<Record<string, string>>
  /** Condition for rows that can be chosen, where the definition has no switch for it. @param alias of the row @returns SQL */
  readonly choosable?: (alias: string) => string
  /** Runs before every write and outside its transaction: for lookups and hashing. @throws a refusal */
  readonly prepare?: (call: PrepareCall) => Promise<Prepared | void>
  /**
   * Actions that ask another system first: after the state and the version of the row were checked, outside a transaction. Of many records
   * at once they are not performed.
   */
  readonly reaches?: { readonly [K in keyof A]?: (call: PrepareCall) => Promise<Reached> }
  /** Constraints of the table that are not in the definition. */
  readonly constraintErrors?: ConstraintErrors
  /** Runs in the transaction of a create, an update or the switch, before the write. @throws a refusal */
  readonly check?: (call: RuleCall) => Promise<void>
  /** Runs in the transaction, after the write. */
  readonly afterWrite?: (call: RuleCall & { id: string }) => Promise<void>
  /** Of a versioned record: condition from which on its content is kept. `active`: SQL; `u` is the row. */
  readonly versions?: { readonly active: string }
  /** Answers the definition's preview. @throws a refusal */
  readonly preview?: (call: PreviewCall) => Promise<object>
  /** Answer the previews of actions, after the same checks as the action itself. @throws a refusal */
  readonly previews?: { readonly [K in keyof A]?: (call: PreviewCall) => Promise<object> }
  /**
   * Actions that do more than their definition's `sets`: they run in the transaction, before the record's own change, and may
   * return further columns to set.
   */
  readonly actions?: { readonly [K in keyof A]?: (call: RuleCall & { id: string }) => Promise<Columns | void> }
  /** What actions that others approve do beyond their definition: their effect is here, and not in `actions`. */
  readonly approvals?: { readonly [K in keyof A]?: ApprovalSource }
  /**
   * Of a record whose secret people reveal (contract, reveals.ts): reads it in the transaction of the call. @returns null where none is stored
   */
  readonly reveals?: (call: RuleCall & { id: string }) => Promise<string | null>
  /**
   * The calls of the users' apps: each runs in a transaction, after its references were checked, and returns the id of the row
   * that it wrote or found, or the answer where the definition has `answers`. @throws a refusal
   */
  readonly appCalls?: Readonly<Record<string, (call: AppRuleCall) => Promise<string | object>>>
}

/** A source with its table compiled. */
export interface RecordSource extends RecordTable {
  readonly record: RecordDefinition
  /** For the users' apps: the public fields of the rows that they may show. Only for records that apps call or share. */
  readonly forApps?: RecordTable
  readonly prepare?: SourceDescription['prepare']
  readonly reaches: NonNullable<SourceDescription['reaches']>
  readonly check?: SourceDescription['check']
  readonly afterWrite?: SourceDescription['afterWrite']
  readonly choosable?: SourceDescription['choosable']
  readonly preview?: SourceDescription['preview']
  readonly versions?: SourceDescription['versions']
  readonly reveals?: SourceDescription['reveals']
  readonly previews: NonNullable<SourceDescription['previews']>
  readonly actions: NonNullable<SourceDescription['actions']>
  readonly approvals: NonNullable<SourceDescription['approvals']>
  readonly appCalls: NonNullable<SourceDescription['appCalls']>
}

/** Table of a record and SQL of its name, for references. */
interface Named {
  table: string
  /** @param alias of the row */
  name: (alias: string) => string
  /** Condition for the rows that apps may show where the row `u` refers to them. @param alias of the row */
  offered: (alias: string) => string
}
/** By the record's name; `compileSources` fills it. */
const named = new Map<string, Named>()
/** @throws where the record has no source: a programming error */
const namedRecord = (to: string): Named => {
  const known = named.get(to)
  if (!known) throw new Error(`A field refers to ${to}, which has no source`)
  return known
}

const nameSql = (record: RecordDefinition) => (alias: string) =>
  record.namedBy
    .map((field) => {
      const { type } = record.fields[field]!
      const column = `${alias}.${columnOf(field, type)}`
      if (type.kind !== 'reference') return column
      const { table, name } = namedRecord(type.to)
      const other = `${alias}_${field}`
      return `coalesce((select ${name(other)} from ${table} ${other} where ${other}.id = ${column}), '')`
    })
    .join(` || ' ' || `)

/** @returns id → name of these records, as shown by fields that refer to them; unknown ids are left out */
export async function readNames(on: Queryable, to: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { table, name } = namedRecord(to)
  const rows = await on.query<{ id: string; name: string }>(
    `select r.id::text as id, ${name('r')} as name from ${table} r where r.id = any($1::uuid[])`,
    [[...ids]],
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** @param text SQL */
const collated = (text: string) => `(${text}) collate ${ROOT_COLLATION}`

/** @param forApps leaves out other stores' records and those that apps may not show */
const referenceJoin = (
  name: string,
  type: Extract<FieldType, { kind: 'reference' | 'references' }>,
  forApps = false,
): string => {
  const { table, name: nameOf, offered } = namedRecord(type.to)
  const column = `u.${columnOf(name, type)}`
  const offeredAlone = forApps ? ` and ${offered('r')}` : ''
  if (type.kind === 'references')
    return `left join lateral (select json_agg(json_build_object('id', r.id, 'name', ${nameOf('r')}) order by ${collated(nameOf('r'))}) as list,
        string_agg(${nameOf('r')}, ', ' order by ${collated(nameOf('r'))}) as names from ${table} r where r.id = any(${column})${offeredAlone}) "${name}" on true`
  return forApps
    ? `left join lateral (select r.id, ${nameOf('r')} as name from ${table} r where r.id = ${column}${offeredAlone}) "${name}" on true`
    : `left join (select id, ${nameOf('r')} as name from ${table} r) "${name}" on "${name}".id = ${column}`
}

/**
 * SQL of a list whose items refer to records: each reference has its name, and is null where the record does not exist.
 * @param column with the items
 * @param forApps leaves out other stores' records and those that apps may not show
 */
function namedItems(column: string, { fields }: Extract<FieldType, { kind: 'list' }>, forApps = false): string {
  const named = Object.entries(fields).flatMap(([name, { type }]) => {
    if (type.kind !== 'reference') return []
    const { table, name: nameOf, offered } = namedRecord(type.to)
    const offeredAlone = forApps ? ` and ${offered('r')}` : ''
    const row = `jsonb_build_object('id', r.id, 'name', ${nameOf('r')})`
    return [`'${name}', (select ${row} from ${table} r where r.id = (i.item->>'${name}')::uuid${offeredAlone})`]
  })
  if (named.length === 0) return column
  return `(select coalesce(jsonb_agg(i.item || jsonb_build_object(${named.join(', ')}) order by i.place), '[]'::jsonb)
    from jsonb_array_elements(${column}) with ordinality as i(item, place))`
}

/** Rows that apps may show: enabled, published and running ones. As for the state, the clock is that of the statement. */
const offeredSql =
  (record: RecordDefinition) =>
  (alias: string): string =>
    [
      ...(record.switch ? [`not ${alias}.is_deleted`] : []),
      ...(isPublishable(record) ? [`${alias}.published_at <= statement_timestamp()`] : []),
      ...(isCampaign(record) ? [`${campaignStatusSql(alias)} = 'ACTIVE'`] : []),
    ].join(' and ') || 'true'

/** SQL of the rows of other stores that are shared with some (`sharedThrough`). */
function sharedSql({ sharedThrough, fields }: RecordDefinition): RecordTable['shared'] {
  if (!sharedThrough) return undefined
  const { link, by, field } = sharedThrough
  const sharing = recordNamed(link)
  const same = field === 'id' ? field : columnOf(field, fields[field]!.type)
  const enabled = sharing.switch ? 'not l.is_deleted and ' : ''
  // The table is looked up with the first query: sources refer to each other.
  return (alias, stores) =>
    `exists (select from ${namedRecord(link).table} l where ${enabled}l.${columnOf(by, sharing.fields[by]!.type)} = ${alias}.${same} and l.store_code = any(${stores}))`
}

/** Rows that apps may show where the row `u` refers to them: also in its store, or shared with it. */
function offeredToRow(record: RecordDefinition): (alias: string) => string {
  const shared = sharedSql(record)
  return (alias) => {
    const own = `${alias}.store_code is not distinct from u.store_code`
    return `${offeredSql(record)(alias)} and ${shared ? `(${own} or ${shared(alias, 'array[u.store_code]')})` : own}`
  }
}

/** The part of a record that the users' apps read (catalogue, The users' apps). */
function appTableOf(whole: RecordTable, record: RecordDefinition): RecordTable {
  const fields = publicFields(record)
  const joins = Object.entries(fields).flatMap(([name, { type }]) =>
    refersById(type) ? [[name, referenceJoin(name, type, true)]] : [],
  )
  const offered = [...(whole.where ? [whole.where] : []), offeredSql(record)]
  const shown = (name: string, { type, derived }: Field): FieldSource =>
    type.kind === 'list' && !derived
      ? { ...whole.fields[name]!, value: namedItems(`u.${columnOf(name, type)}`, type, true) }
      : whole.fields[name]!
  const shared = sharedSql(record)
  return {
    ...whole,
    ...(shared && { shared }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shown(name, field)])),
    joins: { ...whole.joins, ...(Object.fromEntries(joins) as Record<string, string>) },
    where: (alias) => offered.map((each) => each(alias)).join(' and '),
  }
}

/** The error messages for violated constraints, from the definition: `{table}_{columns}_unique`, and foreign keys. */
function constraintErrorsOf(record: RecordDefinition, table: string): ConstraintErrors {
  const { fields, uniqueTogether = [], noun } = record
  const column = (name: string) => columnOf(name, fields[name]!.type)
  return (constraint) => {
    if (uniqueTogether.length > 0 && constraint === `${table}_${uniqueTogether.map(column).join('_')}_unique`) {
      const labels = uniqueTogether.map((name) => fields[name]!.label.toLowerCase()).join(' and ')
      return { errors: { [uniqueTogether.at(-1)!]: [`There is already a ${noun[0]} with this ${labels}`] } }
    }
    const field = Object.keys(fields).find(
      (name) =>
        [`${table}_${column(name)}_unique`].includes(constraint) || constraint.startsWith(`${table}_${column(name)}_`),
    )
    if (field === undefined) return null
    const { label, type } = fields[field]!
    const isUnique = constraint.endsWith('_unique')
    return {
      errors: {
        [field]: [isUnique ? `This ${label.toLowerCase()} is already used` : REFUSED[type.kind]],
      },
    }
  }
}

const CHOOSE = 'Choose one of the list'
const INVALID = 'This value is not valid'
/** The message for a value that a constraint refuses: of kinds that refer to something, it does not exist. A missing kind fails the type check. */
const REFUSED: { readonly [K in FieldType['kind']]: string } = {
  text: INVALID,
  longText: INVALID,
  richText: INVALID,
  email: INVALID,
  url: INVALID,
  phone: INVALID,
  flag: INVALID,
  time: INVALID,
  person: INVALID,
  date: INVALID,
  duration: INVALID,
  color: INVALID,
  slug: INVALID,
  integer: INVALID,
  decimal: INVALID,
  percent: INVALID,
  amount: INVALID,
  coin: INVALID,
  cryptoAddress: INVALID,
  enum: CHOOSE,
  enums: CHOOSE,
  reference: CHOOSE,
  references: CHOOSE,
  image: UPLOAD_AGAIN,
  images: UPLOAD_AGAIN,
  files: UPLOAD_AGAIN,
  role: 'Choose a role',
  storeCode: 'No store has this code',
  list: INVALID,
  tags: INVALID,
  newPassword: INVALID,
  passwordAgain: INVALID,
  secretText: INVALID,
}

/** The searched fields: their folded texts are in the column `search_text`, which has a trigram index; names of references are searched in their own table. */
function searchedOf(record: RecordDefinition): Searched {
  const names = searchedFields(record)
  const typeOf = (name: string) => record.fields[name]!.type
  const own = names.filter((name) => typeOf(name).kind !== 'reference')
  const named = names.flatMap((name) => {
    const type = typeOf(name)
    return type.kind === 'reference' ? [[name, namedLike(columnOf(name, type), type.to)] as const] : []
  })
  // A record that is part of another one uses that record's table and column.
  const whole = record.partOf && searchedFields(recordNamed(record.partOf.record))
  return {
    id: 'u.id',
    column: 'u.search_text',
    ...(whole?.some((name) => !own.includes(name)) && { holdsMore: true as const }),
    fields: Object.fromEntries(
      own.map((name) => [name, searchedText(`u.${columnOf(name, typeOf(name))}`, typeOf(name))]),
    ),
    named: Object.fromEntries(named),
  }
}

/** The condition that the name of a referenced row matches a pattern: the index of its table finds candidates, then the name itself is compared. */
function namedLike(column: string, to: string) {
  const { table, name } = namedRecord(to)
  const target = recordNamed(to)
  // The names of references are in their own tables, and not in the searched text.
  const isIndexed = target.namedBy.every(
    (field) => searchedFields(target).includes(field) && target.fields[field]!.type.kind !== 'reference',
  )
  return (pattern: string) =>
    `u.${column} in (select r.id from ${table} r where ${isIndexed ? `r.search_text like ${pattern} and ` : ''}fold(${name('r')}) like ${pattern})`
}

/**
 * Sorts texts in one collation for all languages, the same in both databases; by default 'Z' would come before 'a'. Filters
 * compare the text itself.
 */
const inOneOrder = (field: FieldSource): FieldSource =>
  field.type === 'text' ? { compared: { sql: field.key, type: 'text' }, ...field, key: collated(field.key) } : field

/** SQL for the contract's `masked`. @param text SQL */
const MASKED_SQL: Readonly<Record<Mask, (text: string) => string>> = {
  email: (text) => String.raw`regexp_replace(${text}, '^(.)[^@]*', '\1${HIDDEN}')`,
  phone: (text) => String.raw`'${HIDDEN}' || right(regexp_replace(${text}, '\D', '', 'g'), ${PHONE_DIGITS_SHOWN})`,
  initials: (text) => String.raw`rtrim(regexp_replace(btrim(${text}), '(\S)\S*\s*', '\1. ', 'g'))`,
  lastPart: (text) => `regexp_replace(${text}, '[^.:]+$', '${HIDDEN}')`,
}
const maskedSql = (text: string, type: FieldType): string => MASKED_SQL[maskOf(type)](text)

const seenSources = new WeakMap<RecordSource, Map<string, RecordSource>>()
/**
 * A record's source with a person's masks applied (mask.ts): masked fields are masked wherever they are sent, and search, order
 * and filter use only what is sent.
 */
export function sourceFor(source: RecordSource, access: Access): RecordSource {
  const { allFields } = source.record
  const names = Object.keys(allFields).filter(
    (name) => allFields[name]!.maskedUnless !== undefined && isMaskedFor(access, name, allFields[name]!),
  )
  if (names.length === 0) return source
  const seen = seenSources.get(source) ?? new Map<string, RecordSource>()
  seenSources.set(source, seen)
  const known = seen.get(names.join())
  if (known) return known
  const typeOf = (name: string) => allFields[name]!.type
  const { fields, named } = source.searched
  const isReference = (name: string) => typeOf(name).kind === 'reference'
  const texts = names.filter((name) => !isReference(name))
  const textOf = (name: string) => `(${maskedSql(`u.${columnOf(name, typeOf(name))}`, typeOf(name))})`
  // A reference keeps its id, by which the list is filtered; its name is not searched.
  const initials = (name: string): FieldSource => {
    const text = maskedSql(`"${name}".name`, typeOf(name))
    return {
      ...source.fields[name]!,
      value: `case when "${name}".id is not null then json_build_object('id', "${name}".id, 'name', ${text}) end`,
      key: collated(text),
    }
  }
  const made: RecordSource = {
    ...source,
    fields: {
      ...source.fields,
      ...Object.fromEntries(
        names.map((name) => [
          name,
          isReference(name)
            ? initials(name)
            : inOneOrder({ value: textOf(name), key: textOf(name), type: 'text' as const }),
        ]),
      ),
    },
    searched: {
      ...source.searched,
      holdsMore: true,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
      named: {
        ...Object.fromEntries(Object.entries(named ?? {}).filter(([name]) => !names.includes(name))),
        ...Object.fromEntries(
          texts
            .filter((name) => fields[name] !== undefined)
            .map((name) => [name, (pattern: string) => `${searchedText(textOf(name), typeOf(name))} like ${pattern}`]),
        ),
      },
    },
  }
  seen.set(names.join(), made)
  return made
}

/** The condition for the table's rows that belong to the record: those of its part, without erased ones. */
function whereOf(record: RecordDefinition): Pick<RecordTable, 'where'> {
  const { partOf } = record
  const all = [
    ...(partOf
      ? [
          (alias: string) =>
            `${alias}.${columnOf(partOf.field, record.fields[partOf.field]!.type)} ${partOf.value === undefined ? 'is not null' : `= '${partOf.value}'`}`,
        ]
      : []),
    ...(isErasable(record) ? [(alias: string) => `${alias}.erased_at is null`] : []),
  ]
  return all.length > 0 ? { where: (alias) => all.map((each) => each(alias)).join(' and ') } : {}
}

const POSITION: Pick<FieldSource, 'key' | 'type'> = { key: 'u.position', type: 'integer' }

/** A described source, before its joins to other sources are resolved. */
export interface DescribedSource {
  readonly record: RecordDefinition
  readonly table: string
  readonly named: Named
  /** @throws where a field refers to a record that has no source, or a call of apps has no code */
  compile: () => RecordSource
}

/** Describes the source of a record; every stored field needs a column, every derived one its SQL. */
export function defineSource<
  N extends RecordKey,
  F extends Fields,
  A extends Actions,
  S extends boolean,
  Q extends QueueDefinition | undefined,
>(definition: RecordDefinition<N, F, A, S, Q>, description: SourceDescription<F, A>): DescribedSource {
  const record: RecordDefinition = definition
  const table = getTableName(description.table)
  const derived = description.derived as Readonly<Record<string, Partial<FieldSource> & Pick<FieldSource, 'value'>>>
  const computed = (description.computed ?? {}) as Readonly<Record<string, ComputedStates>>
  return {
    record,
    table,
    named: { table, name: nameSql(record), offered: offeredToRow(record) },
    compile: () => {
      const types = approvedActions(record).map(([, { approval }]) => approval.type)
      const uncalled = Object.keys(record.appCalls ?? {}).find((name) => !description.appCalls?.[name])
      if (uncalled !== undefined) throw new Error(`The source of ${record.name} has no call ${uncalled} for apps`)
      if (record.reveals && !description.reveals)
        throw new Error(`The source of ${record.name} does not read its secret`)
      const queue = queueSources(record, description)
      const awaits = awaitsApprovalSql(types)
      const joins: Record<string, string> = { creator: CREATOR_JOIN, ...queue.joins, ...description.joins }
      const fields = Object.entries(record.allFields).map(
        ([name, { type, masked, computed: states }]): [string, FieldSource] => {
          const own =
            name === AWAITS_APPROVAL
              ? { value: awaits, conditions: { true: awaits, false: isNot(awaits) } }
              : states
                ? {
                    value: shownState(record, computed[name], name)('u'),
                    conditions: conditionsOfStates(record, computed[name] ?? {}, name),
                  }
                : (derived[name] ?? queue.fields[name])
          const read = KIND_SOURCES[type.kind].read(`u.${columnOf(name, type)}`, name)
          if (own) return [name, inOneOrder({ key: own.value, type: read.type, ...own })]
          if (masked) return [name, { ...read, value: maskedSql(read.value, type), key: maskedSql(read.value, type) }]
          if (refersById(type)) joins[name] = referenceJoin(name, type)
          if (type.kind === 'list') return [name, { ...read, value: namedItems(read.value, type) }]
          return [name, inOneOrder(read)]
        },
      )
      const whole: RecordTable = {
        table,
        subject: record.subject,
        fields: Object.fromEntries(fields),
        searched: searchedOf(record),
        joins,
        store: description.scope.column ?? 'store_code',
        ...whereOf(record),
        numbered: Object.entries(record.fields).flatMap(([name, field]) =>
          field.numbered === undefined ? [] : [columnOf(name, field.type)],
        ),
        erasable: new Set(
          Object.entries(record.fields)
            .filter(([, { erasable }]) => erasable)
            .map(([name, { type }]) => columnOf(name, type)),
        ),
        ...(record.ordered ? { order: POSITION } : {}),
        constraintErrors: (constraint) =>
          description.constraintErrors?.(constraint) ?? constraintErrorsOf(record, table)(constraint),
      }
      return {
        ...whole,
        record,
        ...(record.appBase === undefined && !record.appCalls && !record.sharedThrough
          ? {}
          : { forApps: appTableOf(whole, record) }),
        ...(description.prepare ? { prepare: description.prepare } : {}),
        ...(description.check ? { check: description.check } : {}),
        ...(description.choosable ? { choosable: description.choosable } : {}),
        ...(description.afterWrite ? { afterWrite: description.afterWrite } : {}),
        ...(description.versions ? { versions: description.versions } : {}),
        ...(description.reveals ? { reveals: description.reveals } : {}),
        ...(description.preview ? { preview: description.preview } : {}),
        reaches: (description.reaches ?? {}) as RecordSource['reaches'],
        previews: (description.previews ?? {}) as RecordSource['previews'],
        actions: (description.actions ?? {}) as RecordSource['actions'],
        approvals: (description.approvals ?? {}) as RecordSource['approvals'],
        appCalls: (description.appCalls ?? {}) as RecordSource['appCalls'],
      }
    },
  }
}

/**
 * Resolves the references between sources.
 * @param described every source, by the name of its record
 * @returns the sources. @throws where a field refers to a record that has no source, or a call of apps has no code
 */
export function compileSources<K extends string>(
  described: Readonly<Record<K, DescribedSource>>,
): { readonly [N in K]: RecordSource } {
  const all = Object.entries<DescribedSource>(described)
  for (const [name, source] of all) named.set(name, source.named)
  /** Subjects of the other records over the same table. */
  const sharing = (name: string, { table }: DescribedSource) =>
    all.flatMap(([other, source]) => (other !== name && source.table === table ? [source.record.subject] : []))
  return Object.fromEntries(
    all.map(([name, source]) => [name, { ...source.compile(), shares: sharing(name, source) }]),
  ) as unknown as { readonly [N in K]: RecordSource }
}
