/**
 * The definition of a record: the one description that the contract, the server, the lists, the forms and
 * the contract cases use. A definition is plain data; server code is in the record's source, and display properties are
 * in its resource.
 */
import type { FileRule } from '../file-types'
import type { PrivateFile } from '../files'
import { STORE_FIELD, type Action, type Subject } from '../permissions'
import type { ActionApproval } from './action-approval'
import { isBulkClaim } from './claims'
import { filesOf, isSecret, targetOf } from './kinds'
import { flag, integer, person, text, time, type Field, type Reference, type Write } from './field'
import {
  fieldsOfQueue,
  onClaimed,
  STATUS,
  withClaimed,
  type queueFields,
  type QueueDefinition,
  type QueueField,
  type slaFields,
} from './queue'
import { decidesStore } from './referable'
import type { RevealDefinition } from './reveals'
import type { ListTab } from './tabs'
import type { HistorySender } from './timeline'
import { STORE_CODE } from '../patterns'
import { LENGTH } from '../constants'

export type Fields = Readonly<Record<string, Field>>

/** What an input begins with, where a field of the record has one of the values, or contains one. */
export interface Beginning {
  readonly with: string | boolean
  readonly field: string
  readonly values: readonly string[]
}

/** An action on one record other than editing and enabling it. */
export interface ActionDefinition {
  /** Text of the button: a verb. */
  readonly label: string
  readonly needs: Action
  /** The subject of that right, where it is not the record's own. */
  readonly subject?: Subject
  /**
   * Only for records with one of these values in this field; others are refused with 409.
   * @param otherwise the message of the refusal
   */
  readonly from?: {
    readonly field: string
    readonly values: readonly (string | boolean)[]
    readonly otherwise?: string
  }
  /** Values that it writes. An action with any other effect has code in the source. */
  readonly sets?: Readonly<Record<string, string | boolean | null | readonly string[]>>
  /** The input that the person is asked for; `reason` is recorded in the audit entry and in the history. */
  readonly asks?: Fields
  /** Names of inputs that it writes into the fields of the same names; without input it empties them. */
  readonly keeps?: readonly string[]
  /** It edits what it keeps: its question begins with the values that the record has, and an input that is left out leaves its field as it is. */
  readonly edits?: true
  /** Inputs that its question begins with, where the record has one of these values in another field; whoever acts can change them. */
  readonly begins?: Readonly<Record<string, Beginning>>
  /**
   * It moves money, promises it or ends a promise, at once or once others approve: its call requires an Idempotency-Key, because a
   * repetition would do it twice (contract, Writes).
   */
  readonly movesMoney?: true
  /** Others approve it: `sets` and the code of the source are its effect, once they have. */
  readonly approval?: ActionApproval
  /**
   * A derived text of the record that whoever acts relies on, such as the state of its checks: it changes without a new version. The call
   * sends the value that they saw under its name, and is refused with the row (409) where it is another one now.
   */
  readonly relies?: string
  /** It writes other rows: on many records at once it has an effect even if the record itself stays the same. */
  readonly elsewhere?: true
  /** Input that the history records in addition to the reason, because no changed field shows it. */
  readonly tells?: readonly string[]
  /**
   * The field that the action writes once another person has approved it, with its reason or another input: the history does not tell
   * the input to readers who may not read this field.
   */
  readonly reasonIn?: string
  /** The question, completed by the record's name; an action without one starts at once. */
  readonly question?: string
  /** The effect of the action, in one or two sentences. */
  readonly effect?: string
  /** What it would do, shown in the question while it is filled in; the right to the action is the right to this. */
  readonly preview?: ActionPreview
  /** Only within five minutes of a step-up (contract, Writes); its preview and its dry run need none. */
  readonly stepUp?: true
  /** Path under the record's base, if it is not `:id/{action}`. */
  readonly path?: string
  /** Texts while it is in flight, and afterwards: 'Disabling deposits of', 'disabled for deposits'. */
  readonly gerund: string
  readonly participle: string
  /** What its entry in the history says after the person's name, where it is not '{participle} the {noun}': 'reset the password'. */
  readonly past?: string
  /** Toast after success. Where others must approve the action first, the server's message says that instead. */
  readonly success: string
  readonly tone?: 'danger'
}
export type Actions = Readonly<Record<string, ActionDefinition>>

/** What an action would do, as far as it depends on the record and some of the input. */
export interface ActionPreview {
  /** Title of the preview. */
  readonly label: string
  /** The input that the answer depends on; no other is sent. */
  readonly from: readonly string[]
  readonly answers: Fields
  /** What happens to accounts (money/money-effect): the platform finds it out by performing the action and rolling it back. */
  readonly of?: 'money'
  /** Of money: the text of the button once the amount is known. */
  readonly button?: MoneyButton
  /** Of money: fields of the record, such as its fee, that it also shows, as they are afterwards. */
  readonly shows?: readonly string[]
  /** Of money: what has to follow, where nobody must approve the action itself. */
  readonly next?: string
}

/**
 * Whether the answer of a preview is a change of a person's rights (people/access-change): it is shown as one, and a dry run on many
 * records adds up what the people gain and lose.
 */
export const isAccessChange = (preview: Pick<ActionPreview, 'answers'> | undefined): boolean =>
  preview !== undefined && 'everything_now' in preview.answers

/** `{amount}` is replaced: 'Grant {amount}'. Where an input determines the verb, a text for each of its values. */
export type MoneyButton = string | { readonly by: string; readonly texts: Readonly<Record<string, string>> }

/** A question that the platform answers without changing anything (contract, Records on the wire: preview). */
export interface QuestionPreview {
  readonly of: 'question'
  /** Text of the button, and title of the dialog: a verb. */
  readonly label: string
  readonly needs: Action
  readonly asks: Fields
  readonly answers: Fields
}
/** The effect of a save, shown next to both forms while they are filled in. Needs the same permission as the save. */
export interface SavePreview<Name extends string = string> {
  readonly of: 'save'
  /** Title of the preview. */
  readonly label: string
  /** Fields of the form that the answer depends on; no others are sent. */
  readonly from: readonly Name[]
  readonly answers: Fields
}
/**
 * What disabling a record would interrupt, shown in the question before it. Needs the permission of the switch. An answer of 0 or
 * null means that there is nothing of this kind.
 */
export interface DisablingPreview {
  readonly of: 'disabling'
  /** Title of the preview. */
  readonly label: string
  readonly answers: Fields
  /** The sentence where nothing is interrupted. */
  readonly nothing: string
  /** The action that disables the record with an input, all of it optional: where its work goes; none: the work stays as it is. */
  readonly through?: string
}
export type PreviewDefinition = QuestionPreview | SavePreview | DisablingPreview

/**
 * A way in which a paged record can be read: equal values of some fields, one order, and a range of that order. Each
 * has its index; filters and orders without a path are not offered. The first path is the list's own order.
 */
export interface AccessPath<Name extends string = string> {
  readonly equal: readonly Name[]
  readonly order: Name
}
type PathName<F> = (keyof F & string) | 'createdAt' | 'updatedAt'

/** The records that a CSV file adds and changes (catalogue, Import). */
export interface ImportDefinition {
  /**
   * Its columns, in any order; the first line of the file contains their names. A field without a column stays
   * unchanged.
   */
  readonly columns: readonly string[]
  /** The column that identifies the record of a line: a record with this value is changed, otherwise one is added. */
  readonly key: string
}

/**
 * A write of the users' apps, with an app key (catalogue, The users' apps). The answer is the row that it wrote or found, as apps
 * receive it, unless the call has `answers`.
 */
export interface AppCall {
  /** Path under /api/v1/. */
  readonly path: string
  /** By default POST. */
  readonly method?: 'PATCH'
  /** The field of `asks` whose value is the `:id` of the path: the call is about that record. The body has the others. */
  readonly of?: string
  /** Whether the state of what it refers to decides if it is accepted: limits, budgets, what is live. */
  readonly conditional?: true
  /** It moves money or promises it: the call requires an Idempotency-Key (contract, Writes). */
  readonly movesMoney?: true
  /** One sentence, shown on the OpenAPI page. */
  readonly summary: string
  /** The body. If it has files, apps upload them before, to `files` under the path. */
  readonly asks: Fields
  /** The answer of a call that is not about one row. */
  readonly answers?: Fields
}

/** A value of a field, as a filter has it. */
export interface CountedValue<Name extends string = string> {
  readonly field: Name
  readonly value: string
}

/** The input of `defineRecord`, which adds the common fields. */
interface Description<
  N extends string,
  F extends Fields,
  A extends Actions,
  S extends boolean,
  Q extends QueueDefinition | undefined,
> {
  readonly name: N
  /** Path under /api/v1/. */
  readonly base: string
  readonly subject: Subject
  /** Singular and plural. */
  readonly noun: readonly [string, string]
  /** Fields whose texts form the name of a record, in reading order. */
  readonly namedBy: readonly (keyof F & string)[]
  /** `whole`: the list is streamed completely. `paged`: it is read one page at a time, along the paths. */
  readonly reads: 'whole' | 'paged'
  /** Only for paged records. */
  readonly paths?: readonly AccessPath<PathName<F>>[]
  /** Only for paged records: people work through them. */
  readonly queue?: Q & (QueueDefinition<keyof F & string, keyof A & string> | undefined)
  /**
   * Only for paged records: parts of the list, each with a count, by the name used in addresses and calls. `tabsOf`
   * creates those of an enum.
   */
  readonly tabs?: Readonly<Record<string, ListTab<(keyof F & string) | QueueField>>>
  /**
   * Only for paged records: fields with amounts whose sums the totals of a filter contain, each with the label of its sum. A
   * derived one needs no join.
   */
  readonly sums?: { readonly [K in keyof F & string]?: string }
  readonly fields: F
  readonly actions?: A
  /**
   * Records whose derived values depend on this one: name of the record → the reference to it. A change is reported for
   * both.
   */
  readonly feeds?: Readonly<Record<string, keyof F & string>>
  /**
   * Effects of other records' rules on this record, by their name in the audit → the participle in its history, after
   * 'was'.
   */
  readonly events?: Readonly<Record<string, string>>
  /** How rows without a creator came to be; by default an app of the users sent them where apps can, otherwise the platform made them. */
  readonly origin?: {
    readonly from?: HistorySender
    /** A field whose values name other origins. */
    readonly in?: { readonly field: keyof F & string; readonly is: Readonly<Record<string, HistorySender>> }
    /** What the first entry of their history says after who it was, where it is not 'created the {noun}': 'registered'. */
    readonly past?: string
  }
  /** The wallet transactions in its history: those of the user that it is, or those posted with this source (ledger, Transfers). */
  readonly posts?: { readonly user: true } | { readonly source: string }
  readonly preview?: QuestionPreview | SavePreview<keyof F & string> | DisablingPreview
  /**
   * Actions that one call performs on many records, first as a dry run. The switch of a record is always one of them; those of a queue can
   * also be claimed and released so. An action leaves out what another person has claimed, and needs no claim of the others.
   */
  readonly bulk?: readonly string[]
  readonly imports?: ImportDefinition
  /** Its secret, which is in no row and which people reveal one at a time (reveals.ts). The source says how it is read. */
  readonly reveals?: RevealDefinition
  /** Home shows how many there are, how many of them are disabled, and how many have each of these values. */
  readonly counted?: readonly CountedValue<keyof F & string>[]
  /** Whether records can be disabled (`is_deleted`). */
  readonly switch?: S
  /** Whether people can set the order of the records. */
  readonly ordered?: true
  /**
   * Whether whatever refers to one of these records by its id is in the same store. Nobody chooses the store of a new record that refers to
   * one (`storeReference`), and a paged list of what refers to one needs no index for each store.
   */
  readonly decidesStore?: true
  /**
   * Fields that are unique in combination. People add such records in series (a coin on each of its networks, each platform of a store):
   * the form of a new one can be followed by an empty one.
   */
  readonly uniqueTogether?: readonly (keyof F & string)[]
  /** Pairs of which the first must not be greater than the second. */
  readonly ranges?: readonly (readonly [keyof F & string, keyof F & string])[]
  /**
   * Required field that distinguishes records with the same name: the names call returns it as `code`, and pickers show
   * and search it. A `storeCode` refers to records by it instead of by their ids.
   */
  readonly identifiedBy?: keyof F & string
  /** Further bases that serve the same list. */
  readonly aliases?: readonly string[]
  /**
   * Path under /api/v1/ where the users' apps read the public fields, with an app key (contract, Records on the wire): the list
   * and single rows. Of a paged record only single rows, because an app knows the ids of those that it has sent.
   */
  readonly appBase?: string
  /**
   * Which records of other stores the users' apps may read and name, beside those of their own store: those that an enabled record of
   * their store shares with it. A store that offers a platform of another one has the rounds of its games.
   */
  readonly sharedThrough?: {
    /** Name of the record that shares. */
    readonly link: string
    /** Its reference to what it shares. */
    readonly by: string
    /** What that reference names here: the record itself, or its reference to the same record. */
    readonly field: 'id' | (keyof F & string)
  }
  /** What the users' apps write, by name. */
  readonly appCalls?: Readonly<Record<string, AppCall>>
  /** Rows do not show the store that they belong to (spec 2, hidden fields). */
  readonly hidesStore?: true
  /**
   * The record consists of those rows of another record in which a field has this value, and new ones get it; without
   * `value`, those in which the field is not empty. Both lists show an edit.
   */
  readonly partOf?: { readonly record: string; readonly field: string; readonly value?: string }
}

/** Fields that every record has. */
const creatorField = { Creator: person('Creator') } as const
const storeField = {
  store_code: text('Store', STORE_CODE, LENGTH.storeCode.max, { derived: true, filter: true }),
} as const
const timeFields = {
  createdAt: time('Created', { derived: true, required: true, filter: true }),
  updatedAt: time('Changed', { derived: true, required: true }),
} as const
/** Place of a record in the manual order of the list, from 1. */
const orderField = { position: integer('Order', {}, { derived: true, required: true }) } as const
const switchField = { is_deleted: flag('Enabled', { write: 'never', required: true, filter: true }) } as const

/** What an action keeps only once others have approved it: no field shows it before. */
const keptLater = ({ keeps = [], approval }: Pick<ActionDefinition, 'keeps' | 'approval'>): readonly string[] =>
  approval ? keeps : []
/** The fields that whoever is told the reason and the inputs of an action must be able to read, besides those that it has changed. */
export const reasonFields = (action: ActionDefinition): string[] => [
  ...(action.reasonIn ? [action.reasonIn] : []),
  ...keptLater(action),
]
/** The inputs of an action that its history tells, in the order of its form: those that no changed field shows. */
export const toldInputs = (action: ActionDefinition): string[] => {
  const told = [...(action.tells ?? []), ...keptLater(action), 'reason']
  return Object.keys(action.asks ?? {}).filter((name) => told.includes(name))
}

/** The refusal (409) of an action that the state of the record does not allow. */
export const stateRefusal = (
  { noun }: Pick<RecordDefinition, 'noun'>,
  { otherwise }: NonNullable<ActionDefinition['from']>,
): string => otherwise ?? `This cannot be done in the state that the ${noun[0]} is in now.`

/** The refusal (409) of an action on a record of which another value than the one that the person relied on is shown now. */
export const reliedChanged = ({ fields, noun }: Pick<RecordDefinition, 'fields' | 'noun'>, relies: string): string =>
  `The ${fields[relies]!.label.toLowerCase()} has changed since you opened this ${noun[0]}. Nothing was saved: look at it again.`

/** Whether an action asks for a secret: it has a form of its own, because the input of other actions is kept until their outcome is known. */
export const asksSecret = ({ asks = {} }: Pick<ActionDefinition, 'asks'>): boolean =>
  Object.values(asks).some(({ type }) => isSecret(type))

/** Secrets and options are in no row, and have no column of their own. */
export const isInRows = ({ write }: Pick<Field, 'write'>): boolean => write !== 'secret' && write !== 'option'

/** A definition. */
export interface RecordDefinition<
  N extends string = string,
  F extends Fields = Fields,
  A extends Actions = Actions,
  S extends boolean = boolean,
  Q extends QueueDefinition | undefined = QueueDefinition | undefined,
> extends Description<N, F, A, S, Q> {
  readonly actions: A
  readonly switch: S
  /** Actions that one call performs on many records, first as a dry run; `enableDisable` is the switch. */
  readonly bulk: readonly string[]
  /** The fields of a row: the defined ones without secrets, then the common ones. */
  readonly allFields: Fields
}

/** @returns the definition with the common fields of all records */
export const defineRecord = <
  const N extends string,
  const F extends Fields,
  const A extends Actions = Record<never, never>,
  const S extends boolean = false,
  const Q extends QueueDefinition | undefined = undefined,
>(
  description: Description<N, F, A, S, Q>,
): RecordDefinition<N, F, A, S, Q> => {
  const { fields, actions } = withQueue(description)
  return {
    ...description,
    fields,
    actions,
    switch: description.switch ?? (false as S),
    bulk: [...(description.switch ? ['enableDisable'] : []), ...(description.bulk ?? [])],
    allFields: {
      ...Object.fromEntries(Object.entries<Field>(fields).filter(([, field]) => isInRows(field))),
      ...fieldsOfQueue(description.queue),
      ...(description.switch ? switchField : {}),
      ...(description.ordered ? orderField : {}),
      ...creatorField,
      ...(description.hidesStore ? {} : storeField),
      ...timeFields,
    },
  }
}

/** The fields and actions of a record, with what its queue adds to them. */
function withQueue<F extends Fields, A extends Actions>({
  fields,
  actions = {} as A,
  queue,
}: {
  fields: F
  actions?: A
  queue?: QueueDefinition | undefined
}): { fields: F; actions: A } {
  if (!queue) return { fields, actions }
  return {
    fields: { ...fields, [STATUS]: withClaimed(fields[STATUS]!, queue) },
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, onClaimed(action, queue)]),
    ) as unknown as A,
  }
}

type Value<T> = T extends Field<infer V> ? V : never
/** The type of a row's value in a body: of a reference its id, also in the items of a list. */
type Written<V> = V extends Reference
  ? string
  : V extends Reference[] | PrivateFile[]
    ? string[]
    : V extends Readonly<Record<string, unknown>>[]
      ? { [K in keyof V[number]]: Written<V[number][K]> }[]
      : V
type Keys<F, W extends Write> = {
  [K in keyof F]: F[K] extends Field<unknown, infer X> ? (X extends W ? K : never) : never
}[keyof F]
/** Names of the fields in a row: all except secrets and options. */
type RowKeys<F> = Exclude<keyof F, Keys<F, 'secret' | 'option'>>
/** Names of the fields that the source computes. */
export type DerivedKeys<F> = {
  [K in keyof F]: F[K] extends Field<unknown, Write, infer D> ? (D extends true ? K : never) : never
}[keyof F]
/** Names of the fields that the database stores. */
export type StoredKeys<F> = Exclude<RowKeys<F>, DerivedKeys<F>>

/** Properties of every row. */
export interface StandardRow {
  id: string
  version: number
  Creator: { id: string; username: string } | null
  /** Missing in records that hide it. */
  store_code?: string | null
  createdAt: string
  updatedAt: string
}
/** A row of a record's list. Fields that a role may not read are missing. */
export type RowOf<R> =
  R extends RecordDefinition<string, infer F, Actions, infer S, infer Q>
    ? StandardRow & { [K in RowKeys<F>]: Value<F[K]> } & (S extends true ? { is_deleted: boolean } : unknown) &
        (Q extends QueueDefinition ? { [K in keyof typeof queueFields]: Value<(typeof queueFields)[K]> } : unknown) &
        (Q extends { within: true } ? { [K in keyof typeof slaFields]: Value<(typeof slaFields)[K]> } : unknown)
    : never
/** Body of a create call. */
export type CreateOf<R> =
  R extends RecordDefinition<string, infer F, Actions, boolean>
    ? { [K in Keys<F, 'always' | 'create' | 'secret'>]?: Written<Value<F[K]>> }
    : never
/** Body of an update call: any of the fields that may be changed. */
export type UpdateOf<R> =
  R extends RecordDefinition<string, infer F, Actions, boolean>
    ? { [K in Keys<F, 'always' | 'option'>]?: Written<Value<F[K]>> }
    : never

/** The fields that the database stores, whether people or the platform write them. */
export type StoredOf<R> =
  R extends RecordDefinition<string, infer F, Actions, infer S>
    ? { [K in StoredKeys<F>]?: Written<Value<F[K]>> } & (S extends true ? { is_deleted?: boolean } : unknown)
    : never

/** Fields that people can enter when they add or edit a record. */
export const writableFields = (
  { fields }: Pick<RecordDefinition, 'fields'>,
  at: 'create' | 'update',
): [string, Field][] =>
  Object.entries(fields).filter(
    ([, { write }]) =>
      write === 'always' || (at === 'create' ? write === 'create' || write === 'secret' : write === 'option'),
  )

/** The code of the store that new records will belong to; empty for the writer's own. */
const newStoreField = { [STORE_FIELD]: text('Store', STORE_CODE, LENGTH.storeCode.max, { write: 'create' }) }
/**
 * The field that determines the store of a new record: a reference that it must have from the start, to a record that decides the store
 * (`decidesStore`). It is written once, because a record stays in its store. Null: none does.
 */
export const storeReference = ({ fields }: Pick<RecordDefinition, 'fields'>): string | null =>
  Object.keys(fields).find((name) => {
    const { type, write, required } = fields[name]!
    return write === 'create' && required && decidesStore(type)
  }) ?? null

type OfStores = Pick<RecordDefinition, 'fields' | 'hidesStore'>
/** Whether a person chooses the store of a new record: no reference determines it, and rows show it. */
export const choosesStore = (record: OfStores): boolean =>
  hasForms(record) && storeReference(record) === null && record.hidesStore !== true

/** The field of the store of new records; none where people do not choose it. */
export const chosenStore = (record: OfStores): Fields => (choosesStore(record) ? newStoreField : {})

/** The fields of a create body: those that people enter, and the store. */
export const newFields = (record: OfStores): [string, Field][] => [
  ...writableFields(record, 'create'),
  ...Object.entries<Field>(chosenStore(record)),
]

/** The fields of the body with which a preview is asked that is not about one record: also the store that it is about. */
export const newPreviewAsks = (record: OfStores & Pick<RecordDefinition, 'preview'>): Fields => ({
  ...previewAsks(record),
  ...chosenStore(record),
})

/** The fields of a preview's body. */
export const previewAsks = ({ fields, preview }: Pick<RecordDefinition, 'fields' | 'preview'>): Fields => {
  if (preview?.of === 'question') return preview.asks
  return preview?.of === 'save' ? Object.fromEntries(preview.from.map((name) => [name, fields[name]!])) : {}
}

/** The right that something done with many records needs. @param name of one of the record's `bulk` */
export function bulkRight(
  { actions, subject }: Pick<RecordDefinition, 'actions' | 'subject'>,
  name: string,
): { action: Action; subject: Subject } {
  if (name === 'enableDisable') return { action: 'delete', subject }
  if (isBulkClaim(name)) return { action: 'update', subject }
  const { needs, subject: own } = actions[name]!
  return { action: needs, subject: own ?? subject }
}

/** Of which values Home shows how many records have them; null for a record that Home does not count. */
export const countedValues = ({
  counted,
  switch: hasSwitch,
}: Pick<RecordDefinition, 'counted' | 'switch'>): readonly CountedValue[] | null =>
  counted ? [...(hasSwitch ? [{ field: 'is_deleted', value: 'true' }] : []), ...counted] : null

/** The fields of the body of an action's call: its inputs, and the value that whoever acts relies on. */
export function actionInputs({ fields, actions }: Pick<RecordDefinition, 'fields' | 'actions'>, name: string): Fields {
  const { asks = {}, relies } = actions[name]!
  return relies === undefined ? asks : { ...asks, [relies]: { ...fields[relies]!, required: false } }
}

/** The fields of the body with which an action's preview is asked. */
export const actionPreviewAsks = ({ asks = {}, preview }: Pick<ActionDefinition, 'asks' | 'preview'>): Fields =>
  Object.fromEntries((preview?.from ?? []).map((name) => [name, asks[name]!]))

/**
 * The field that makes a record a part of another one and has the same value in all its rows; null if there is none.
 */
export const fixedField = ({ partOf }: Pick<RecordDefinition, 'partOf'>): string | null =>
  partOf?.value === undefined ? null : partOf.field

/** Whether people can add records of this kind. */
export const hasForms = (record: Pick<RecordDefinition, 'fields'>): boolean =>
  writableFields(record, 'create').length > 0
/** Whether people can edit what they have added: some of it is not fixed from then on. */
export const isEdited = (record: Pick<RecordDefinition, 'fields'>): boolean =>
  writableFields(record, 'update').length > 0

/** Whether a record has versions (versions.ts). */
export const isVersioned = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean => 'version_no' in fields

/**
 * Whether a record has texts for search engines (search-texts.ts): its forms then show a preview of the search result
 * and the social card.
 */
export const hasSearchTexts = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean => 'seo_score' in fields

/** Fields that the users' apps read. */
export const publicFields = ({ fields }: Pick<RecordDefinition, 'fields'>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.public))

/** Whether records can be erased at a person's request. */
export const isErasable = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean =>
  Object.values(fields).some(({ erasable }) => erasable)

/** The fields of a record, with those of the items of a list instead of the list: `prizes.game`. */
const withItemFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
    field.type.kind === 'list'
      ? Object.entries(field.type.fields).map(([of, each]) => [`${name}.${of}`, each])
      : [[name, field]],
  )
/** @param path of a file rule: the name of a field, or `list.field` @returns the record's own field */
export const ownFieldOf = (path: string): string => path.split('.')[0]!

/** The fields of a record for pickers: its name, and `identifiedBy`. */
export const pickedFields = ({
  namedBy,
  identifiedBy,
}: Pick<RecordDefinition, 'namedBy' | 'identifiedBy'>): string[] => [
  ...new Set([...namedBy, ...(identifiedBy === undefined ? [] : [identifiedBy])]),
]

/** Whether one of these fields, or a field of the items of a list, refers to records with that name. */
export const refersTo = (fields: Fields, to: string): boolean =>
  withItemFields(fields).some(([, { type }]) => targetOf(type) === to)

/** The rule of each file field, by the field's name, in the items of a list `list.field`; empty for a record without files. */
export const fileRulesOf = ({ fields }: Pick<RecordDefinition, 'fields'>): Readonly<Record<string, FileRule>> =>
  Object.fromEntries(
    withItemFields(fields).flatMap(([name, { type }]): [string, FileRule][] => {
      const rule = filesOf(type)
      return rule ? [[name, rule]] : []
    }),
  )

/** The rules of the files that the users' apps upload, by the field of their calls' bodies. */
export const appUploadRulesOf = ({
  appCalls = {},
}: Pick<RecordDefinition, 'appCalls'>): Readonly<Record<string, FileRule>> =>
  Object.assign({}, ...Object.values(appCalls).map(({ asks }) => fileRulesOf({ fields: asks }))) as Readonly<
    Record<string, FileRule>
  >

/** Names of the fields whose files an action adds, such as the proof of a payment that staff have made. */
export const actionFiles = ({ fields, actions }: Pick<RecordDefinition, 'fields' | 'actions'>): string[] => {
  const kept = new Set(Object.values(actions).flatMap(({ keeps = [] }) => keeps))
  return Object.keys(fileRulesOf({ fields })).filter((name) => kept.has(name))
}

/** As `fileRulesOf`, but only for fields that staff write, in a form or with an action: only these accept uploads. */
export const uploadRulesOf = ({
  fields,
  actions,
}: Pick<RecordDefinition, 'fields' | 'actions'>): Readonly<Record<string, FileRule>> => {
  const byActions = actionFiles({ fields, actions })
  return Object.fromEntries(
    Object.entries(fileRulesOf({ fields })).filter(
      ([name]) => fields[ownFieldOf(name)]!.write !== 'never' || byActions.includes(name),
    ),
  )
}

/** Names of the fields with private files. */
export const privateFields = (record: Pick<RecordDefinition, 'fields'>): string[] =>
  Object.entries(fileRulesOf(record)).flatMap(([name, { visibility }]) => (visibility === 'private' ? [name] : []))

/** Names of the fields that a search includes. */
export const searchedFields = ({ fields }: Pick<RecordDefinition, 'fields'>): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.search)
