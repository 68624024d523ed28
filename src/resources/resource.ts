/**
 * What a list screen holds: plain data, `field` typed by the row it shows; no function but `visibleWhen` (architecture,
 * The registry). A cell kind is a component and its text (src/screens/list/cells); a field kind is an input of the form.
 */
import type { FileRule } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import type { Action, Subject } from '@contract/permissions'
import type { Operation } from '@contract/http/operation'
import type { HistoryEntry } from '@contract/entities/history'
import type { RecordVersion } from '@contract/records/versions'
import type { Label } from '@contract/labels'
import type { EnumLabels, When } from '@contract/records/field'
import type { BulkBody, BulkResult, ImportEnd, ImportLine, RecordName } from '@contract/records/calls'
import type { Scoped } from '@contract/records/paths'
import type { RecordDefinition } from '@contract/records/record'

/** What every row of a list has. */
export interface Row {
  id: string
  version: number
  /** Of records that can be disabled. */
  is_deleted?: boolean
}

/** The query that a console reads a list with. */
export interface ListQuery {
  itemNo?: number
  search?: string
  fields?: string[]
  id?: string[]
}

/** How a value is shown, searched, sorted and exported. */
export type CellKind =
  | 'text'
  | 'longText'
  | 'name'
  | 'role'
  | 'creator'
  /** The switch: whether the record is enabled. */
  | 'switch'
  | 'money'
  | 'number'
  | 'percent'
  | 'time'
  | 'date'
  /** How long something takes; it counts on while it goes on. */
  | 'duration'
  /** A value of a closed list, with its label. */
  | 'enum'
  | 'enums'
  | 'yesNo'
  | 'color'
  | 'tags'
  | 'phone'
  | 'link'
  | 'reference'
  | 'references'
  | 'image'
  | 'images'
  /** How many private files there are. */
  | 'files'
  /** Items of a group of fields: how many there are; all of them on the record's page and in an export. */
  | 'list'

export interface ColumnDefinition<R extends Row> {
  readonly field: keyof R & string
  readonly title: string
  readonly kind: CellKind
  /** CSS pixels. */
  readonly width: number
  /** Shown until a person chooses otherwise. */
  readonly shown?: boolean
  /** A search finds it, whether or not it is shown; the server's search finds the same fields. */
  readonly search?: boolean
  /** How the column can be filtered: by a part of its text, by some of its values, by a range; none: it cannot. */
  readonly filter?: 'contains' | 'values' | 'range'
  /** Of an enum: value → label. A text shows no pill; null is the usual state, whose text is made from the value. */
  readonly labels?: Readonly<Record<string, Label | string | null>>
  /** What the column says where there is no value. */
  readonly nothing?: string
  /** Of a list of groups: the fields of an item. */
  readonly items?: readonly ItemColumn[]
  /** Of a reference: the subject of the records that it leads to. */
  readonly leadsTo?: Subject
  /** Of money: the field with its currency; without it, money is in the platform's. */
  readonly currencyField?: string
}
/** A field that is shown outside of a list, such as one of an item. */
export interface ItemColumn {
  readonly field: string
  readonly title: string
  readonly kind: CellKind
  readonly labels?: ColumnDefinition<Row>['labels']
  /** Of a list of groups: the fields of an item. */
  readonly items?: readonly ItemColumn[]
}

/** How a field of a form is typed. Values of a form are texts; lists of ids are joined by commas. */
export type InputKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'newPassword'
  | 'passwordAgain'
  | 'role'
  | 'storeCode'
  | 'slug'
  | 'color'
  | 'number'
  | 'flag'
  | 'time'
  | 'date'
  | 'enum'
  | 'enums'
  | 'reference'
  | 'references'
  | 'image'
  | 'images'
  /** Private files. */
  | 'files'
  /** Items of a group of fields, as JSON. */
  | 'list'

/** The names that a picker offers. */
export type NamesOperation = Operation<string, undefined, { search?: string; id?: string[] }, undefined, RecordName[]>

/** The call that takes a record's files. */
export type UploadOperation = Operation<
  string,
  undefined,
  { field: string; name?: string | undefined },
  undefined,
  UploadedFile
>

/** The call that reads a private file of a record. */
export type FileOperation = Operation<string, { id: string; file: string }, undefined, undefined, unknown>

export interface FormField {
  readonly name: string
  readonly label: string
  readonly kind: InputKind
  readonly required?: boolean
  readonly hint?: string
  /** Shares its line with a neighbour on wide pages. */
  readonly half?: boolean
  /** Characters at most, of which a long text shows how many are left; or how many images, files or items. */
  readonly max?: number
  /** Once there is a value, it can be changed and not be removed (spec 3). */
  readonly keeps?: true
  /** Of a role: whose roles it offers. */
  readonly roleKind?: 'STAFF' | 'USER'
  /** Places after the point that a number takes. */
  readonly decimals?: number
  /** Behind the number: a unit. */
  readonly unit?: string
  /** Of an enum: value → label. */
  readonly labels?: EnumLabels
  /** Of a reference: the call that finds records by their names. */
  readonly names?: NamesOperation
  /** It is shown only while another field has one of these values, and sent only then. */
  readonly when?: When
  /** Of images and private files: what is taken. */
  readonly file?: FileRule
  /** Of a list of groups: the fields of an item, and what an item is called. */
  readonly items?: { readonly one: string; readonly fields: readonly FormField[] }
  /** It says how the save is done, and is kept nowhere. */
  readonly option?: true
  /** Field that suggests the slug. */
  readonly from?: string
  /** Of a text: from how many characters to how many serve best; a bar below the input shows it. */
  readonly best?: { readonly from: number; readonly to: number }
}

/** What a form can show beside its fields, made from what is typed (src/features/record-form/previews). */
export type PreviewName = 'searchResult' | 'save'

/** What a form is called, in its list: `create`, `edit`, or another of the resource's own. */
export type FormKey = 'create' | 'edit' | 'resetPassword'

/** A titled group of a form's fields. */
export interface FormSection {
  readonly title: string
  /** Names of the fields. */
  readonly fields: readonly string[]
}

/** A form over a schema of the contract. */
export interface FormDefinition {
  /** Names its schema and its drafts: `{slug}.{form}`. */
  readonly name: string
  readonly title: string
  readonly fields: readonly FormField[]
  /** The submit button: a verb. */
  readonly verb: string
  /** Toast of its success (spec 8). */
  readonly success: string
  /** Titled groups of fields, in their order; fields of none come first. */
  readonly sections?: readonly FormSection[]
  /** People add several one after the other: a second button saves and opens an empty form. */
  readonly addsMany?: true
  /** Beside the fields, below them on narrow pages: how the record would look with what is typed, or what the save would do. */
  readonly preview?: PreviewName
}

/** An icon of an action, by name: resources hold no components. */
export type ActionIcon =
  | 'edit'
  | 'key'
  | 'shield-off'
  | 'arrow-down'
  | 'arrow-up'
  | 'move'
  | 'power'
  | 'bell-off'
  | 'eraser'
  | 'globe'
  | 'clock'
  | 'eye-off'
  | 'tag'
  | 'user-check'
  | 'flag'
  | 'undo'
  | 'link'
  | 'unlink'

interface ActionBase<R extends Row> {
  readonly key: string
  readonly label: string
  readonly icon: ActionIcon
  readonly needs: Action
  /** Fields that `visibleWhen` reads; a list requests them with its rows. */
  readonly reads?: readonly (keyof R & string)[]
  readonly visibleWhen?: (row: R) => boolean
}
/** Opens one of the resource's forms over the list. */
export interface FormAction<R extends Row> extends ActionBase<R> {
  readonly kind: 'form'
  readonly key: Exclude<FormKey, 'create'>
}
/** Calls the API; asks first where it has a question. */
export interface CallAction<R extends Row> extends ActionBase<R> {
  readonly kind: 'call'
  /** The question, completed by the record's name: 'Reset two-factor of'. */
  readonly question: string
  /** What happens then, in one or two sentences. */
  readonly effect: string
  /** What the person is asked; a `reason` goes into the audit. */
  readonly asks: readonly FormField[]
  /** The button that does it, and the one that does not. */
  readonly verb: string
  readonly cancel: string
  /** Toast of its success. */
  readonly success: string
  /** While it is in flight, completed by the record's name: 'Resetting two-factor of'. */
  readonly gerund: string
  /** After 'could not be', when it was refused. */
  readonly participle: string
  readonly operation: Operation<string, { id: string }, undefined, object, R>
  /** The record is claimed first. */
  readonly underClaim?: true
  readonly tone?: 'danger'
}
/** What can be done with one record beside opening and switching it. */
export type ResourceAction<R extends Row> = FormAction<R> | CallAction<R>

/** The calls of a list, in the form that the generic screens use. */
export interface ResourceOperations<R extends Row> {
  readonly list: Operation<string, undefined, ListQuery, undefined, R[]>
  /** Of a paged list. */
  readonly totals?: Operation<string, undefined, ListQuery, undefined, { count: number }>
  /** Of a list with tabs: how many rows each has; those are left out whose fields the person may not read. */
  readonly tabs?: Operation<string, undefined, undefined, undefined, Record<string, number>>
  readonly get: Operation<string, { id: string }, undefined, undefined, R>
  readonly history: Operation<string, { id: string }, undefined, undefined, HistoryEntry[]>
  /** Of a versioned record. */
  readonly versions?: Operation<string, { id: string }, undefined, undefined, RecordVersion[]>
  readonly create?: Operation<string, undefined, undefined, object, R>
  readonly update?: Operation<string, { id: string }, undefined, object, R>
  readonly resetPassword?: Operation<string, { id: string }, undefined, object, unknown>
  readonly order?: Operation<string, undefined, undefined, { ids: string[] }, null>
  /** Of records that people claim. */
  readonly claim?: Operation<string, { id: string }, undefined, { note?: string }, R>
  readonly release?: Operation<string, { id: string }, undefined, object, R>
  readonly upload?: UploadOperation
  /** Of records with private files. */
  readonly file?: FileOperation
  readonly import?: Operation<string, undefined, { dry_run: boolean }, undefined, (ImportLine | ImportEnd)[]>
  /** Of actions on many records at once, by the name of the action. */
  readonly bulk?: Readonly<Record<string, Operation<string, undefined, undefined, BulkBody, BulkResult[]>>>
}

/** What a save would do: asked while the forms are filled in. */
export interface ResourceSavePreview {
  /** Title of what is shown. */
  readonly label: string
  /** Fields of the forms that the answer is made from. */
  readonly asks: readonly FormField[]
  readonly answers: ResourcePreview['answers']
  readonly create: ResourcePreview['operation']
  readonly edit: Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>
}

/** A question that the platform answers from the records, without changing anything. */
export interface ResourcePreview {
  /** The button, and the title of its dialog. */
  readonly label: string
  readonly needs: Action
  readonly asks: readonly FormField[]
  /** What the answer shows, in its order. */
  readonly answers: readonly (ItemColumn & { readonly items?: readonly ItemColumn[] })[]
  readonly operation: Operation<string, undefined, undefined, object, Readonly<Record<string, unknown>>>
}

/** A tab of a record's page: the records of another list that refer to it. */
export interface RecordTab {
  /** Part of the address behind the record's id: `/users/{id}/{key}`. */
  readonly key: string
  readonly title: string
  /** Name of the resource, as pages have it. Who may not open its page does not see the tab. */
  readonly resource: string
  /** Field that refers to this record. Who may not read it does not see the tab. */
  readonly by: string
}

/** What a record's own page shows beside its fields. */
export interface RecordPage<R extends Row = Row> {
  /** A picture of the record's initials, for people. */
  readonly hasAvatar?: true
  /** Fields under the name. */
  readonly facts?: readonly (keyof R & string)[]
  /** Enums whose pills are beside the name. */
  readonly states?: readonly (keyof R & string)[]
  readonly tabs?: readonly RecordTab[]
}

export interface Resource<R extends Row = Row> {
  readonly slug: string
  readonly route: string
  readonly subject: Subject
  readonly noun: { readonly one: string; readonly many: string }
  /** What an empty list says. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Columns in their order; the spec's hidden fields are none of them. */
  readonly columns: readonly ColumnDefinition<R>[]
  /** Fields whose texts name a row, in reading order. */
  readonly nameFields: readonly (keyof R & string)[]
  /** Path of a row's own page, with `:id`; none: a row opens its edit form. */
  readonly rowRoute?: string
  /** Of rows that open the page of another record: its subject. Who may not open it has no page (`reached`). */
  readonly rowSubject?: Subject
  /** Records can be disabled; `effect`: what that stops, in one or two sentences. */
  readonly switch?: { readonly effect: string }
  readonly actions: readonly ResourceAction<R>[]
  readonly forms: Readonly<Partial<Record<FormKey, FormDefinition>>>
  readonly operations: ResourceOperations<R>
  readonly preview?: ResourcePreview
  readonly savePreview?: ResourceSavePreview
  /** The description that its schemas are built from. */
  readonly record: RecordDefinition & Scoped
  /** What its own page shows beside the fields. */
  readonly page?: RecordPage<R>
  /** People put the records into an order; the list shows that order until another is chosen. */
  readonly ordered?: true
  /** Field with the currency of the money in a row; without it, money is in the platform's. */
  readonly currencyField?: string
}
