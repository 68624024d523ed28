/**
 * The content of a list screen: plain data, with `field` typed by the row; the only function is `visibleWhen`
 * (architecture, The registry). A cell kind is a component and its text (src/screens/list/cells); a field kind is an
 * input of the form.
 */
import type { FileRule } from '@contract/file-types'
import type { UploadedFile } from '@contract/http/files'
import type { Action, Subject } from '@contract/permissions'
import type { Operation } from '@contract/http/operation'
import type { HistoryEntry } from '@contract/entities/history'
import type { RecordVersion } from '@contract/records/versions'
import type { Label } from '@contract/labels'
import type { Counts, EnumLabels, Side, Unit, When } from '@contract/records/field'
import type { Reading } from '@contract/typed'
import type { BulkBody, BulkResult, ImportEnd, ImportLine, RecordName, Totals } from '@contract/records/calls'
import type { Scoped } from '@contract/records/paths'
import type { MoneyButton, RecordDefinition } from '@contract/records/record'

/** Properties of every row of a list. */
export interface Row {
  id: string
  version: number
  /** Only in records that can be disabled. */
  is_deleted?: boolean
}

/** The query with which a console reads a list. */
export interface ListQuery {
  itemNo?: number
  search?: string
  fields?: string[]
  id?: string[]
}

/** How a value is displayed, searched, sorted and exported. */
export type CellKind =
  | 'text'
  | 'longText'
  /** A document of the editor. */
  | 'richText'
  /** A long text as an icon, with the text as its tooltip. */
  | 'note'
  | 'name'
  | 'role'
  | 'creator'
  /** The switch: whether the record is enabled. */
  | 'switch'
  | 'money'
  /** An amount of a coin, with the coin's symbol. */
  | 'coin'
  | 'number'
  | 'percent'
  | 'time'
  | 'date'
  /** How long something takes; keeps counting while it continues. */
  | 'duration'
  /** An enum value, with its label. */
  | 'enum'
  | 'enums'
  | 'yesNo'
  | 'color'
  | 'tags'
  | 'phone'
  /** A country by its code, shown with its name. */
  | 'country'
  | 'link'
  /** Letters and digits that people compare and copy, such as an address of a coin. */
  | 'identifier'
  | 'reference'
  | 'references'
  | 'image'
  | 'images'
  /** The number of private files. */
  | 'files'
  /** Items of a group of fields: their number; the record's page and an export show all of them. */
  | 'list'

export interface ColumnDefinition<R extends Row> {
  readonly field: keyof R & string
  readonly title: string
  /** The name of the field where there is room for it, if the title is shorter. */
  readonly fullTitle?: string
  readonly kind: CellKind
  /** In CSS pixels. */
  readonly width: number
  /** Shown until a person chooses other columns. */
  readonly shown?: boolean
  /** It tells records of the same name apart: it is in sight on a phone too. */
  readonly distinguishes?: true
  /** A phone shows it beside the name. */
  readonly told?: true
  /** It is a part of the record's name. */
  readonly names?: true
  /** Hidden first where a table has too little room. */
  readonly givesWay?: true
  /** A search includes it, whether or not it is shown; the server's search includes the same fields. */
  readonly search?: boolean
  /**
   * How the column can be filtered: by a part of its text, by some of its values, or by a range; if omitted, it cannot.
   */
  readonly filter?: 'contains' | 'values' | 'range'
  /**
   * For an enum: value → label. A text shows no pill; null is the usual state, whose text is derived from the value.
   */
  readonly labels?: Readonly<Record<string, Label | string | null>>
  /** The text of the column without a value. */
  readonly nothing?: string
  /** For a list of groups: the fields of an item. */
  readonly items?: readonly ItemColumn[]
  /** For a list of checks: the fields with what was checked, its result (with a pill), and a sentence about it. */
  readonly checks?: CheckFields
  /** For a reference: the subject of the records that it leads to. */
  readonly leadsTo?: Subject
  /** The field that lists the reasons why this value is not higher; a list reads it together with this one. */
  readonly explainedBy?: { readonly field: string; readonly labels: EnumLabels }
  /** For money and coins: the field with the currency or symbol; without it, money is in the platform's currency. */
  readonly currencyField?: string
  /** For a number: what it counts or measures. */
  readonly unit?: Unit
  /** For a number: its places, where all of them are shown. */
  readonly places?: number
  /** For money: where another field has one of these values, it is a number of these. */
  readonly counts?: Counts
}
/** The fields of an item that is a check. */
export interface CheckFields {
  readonly of: string
  readonly result: string
  readonly says: string
}
/** A field that is shown outside of a list, such as a field of an item. */
export interface ItemColumn {
  readonly field: string
  readonly title: string
  readonly kind: CellKind
  readonly labels?: ColumnDefinition<Row>['labels']
  /** For a number: what it counts or measures. */
  readonly unit?: Unit
  /** For a number: its places, where all of them are shown. */
  readonly places?: number
  /** For money: where another field of the item has one of these values, it is a number of these. */
  readonly counts?: Counts
  /** For a list of groups: the fields of an item. */
  readonly items?: readonly ItemColumn[]
}

/** The input of a field in a form. Values of a form are texts; lists of ids are joined by commas. */
export type InputKind =
  | 'text'
  | 'longText'
  /** A document of the editor, as JSON. */
  | 'richText'
  | 'email'
  | 'newPassword'
  | 'passwordAgain'
  | 'secretText'
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
  /** Short texts, separated by commas. */
  | 'tags'
  | 'reference'
  | 'references'
  | 'image'
  | 'images'
  /** Private files. */
  | 'files'
  /** Items of a group of fields, as JSON. */
  | 'list'

/** The call for the names in a picker. */
export type NamesOperation = Operation<string, undefined, { search?: string; id?: string[] }, undefined, RecordName[]>

/** The call that uploads a record's files. */
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
  /** How the typed text is read; as it is by default. */
  readonly reads?: Reading
  readonly required?: boolean
  readonly hint?: string
  /** Shares its line with the next field on wide pages. */
  readonly half?: boolean
  /** Maximum number of characters (a long text shows how many are left), or of images, files or items. */
  readonly max?: number
  /** No two records have the same value: a duplicate starts without one. */
  readonly unique?: true
  /** A value can be changed but not removed (spec 3). */
  readonly keeps?: true
  /** For a role: the kind of accounts whose roles it offers. */
  readonly roleKind?: 'STAFF' | 'USER'
  /** Number of decimals that the input accepts. */
  readonly decimals?: number
  /** What the number counts or measures, shown after it. */
  readonly unit?: Unit
  /** For an enum that may be empty: the text of the empty choice; by default 'None'. */
  readonly none?: string
  /** For an enum: value → label. */
  readonly labels?: EnumLabels
  /** For a reference: the call that finds records by their names. */
  readonly names?: NamesOperation
  /** Shown and sent only while another field has one of these values. */
  readonly when?: When
  /** For a time or a day: before or after now. */
  readonly side?: Side
  /** For images and private files: the accepted files. */
  readonly file?: FileRule
  /** In an item of a list: the field's name in the upload, 'prizes.image'. */
  readonly uploadAs?: string
  /** For a list of groups: the fields of an item, and the name of an item. */
  readonly items?: { readonly one: string; readonly fields: readonly FormField[] }
  /** An option of the save, which is not stored. */
  readonly option?: true
  /** Field from which the slug is suggested. */
  readonly from?: string
  /** For a text: the recommended range of lengths, which a bar below the input shows. */
  readonly best?: { readonly from: number; readonly to: number }
}

/** The preview that a form can show next to its fields, derived from its input (src/features/record-form/previews). */
export type PreviewName = 'searchResult' | 'offerCard' | 'wheel' | 'save'

/** The forms of a record itself. `duplicate` adds a record, and starts with the values of another one. */
export type RecordFormKey = 'create' | 'duplicate' | 'edit'
/** The name of a form in its list: of the record itself, or the name of the action that asks with it. */
export type FormKey = string

/** A group of a form's fields with a title. */
export interface FormSection {
  readonly title: string
  /** Names of the fields. */
  readonly fields: readonly string[]
  /** Of the page: what it means that none of them has a value, a sentence. */
  readonly none?: string
}

/** A form with a schema of the contract. */
export interface FormDefinition {
  /** Of an action: the call that performs it. Its fields are the action's input, and begin empty. */
  readonly performs?: Operation<string, { id: string }, undefined, object, unknown>
  /** Identifies its schema and its drafts: `{slug}.{form}`. */
  readonly name: string
  readonly title: string
  readonly fields: readonly FormField[]
  /** Text of the submit button: a verb. */
  readonly verb: string
  /** Toast after success (spec 8). */
  readonly success: string
  /** Groups of fields with titles, in their order; fields without a group come first. */
  readonly sections?: readonly FormSection[]
  /** Next to the fields, below them on narrow pages: a preview of the record, or of the effect of the save. */
  readonly preview?: PreviewName
}

/** An icon of an action, by name: resources contain no components. */
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
  | 'coins'
  | 'eye'
  | 'eye-off'
  | 'tag'
  | 'user-check'
  | 'flag'
  | 'undo'
  | 'link'
  | 'unlink'
  | 'log-out'
  | 'shield-check'
  | 'play'
  | 'pause'
  | 'stop'
  | 'copy'
  | 'gift'

interface ActionBase<R extends Row> {
  readonly key: string
  readonly label: string
  readonly icon: ActionIcon
  readonly needs: Action
  /** The subject of that right, where it is not the resource's own. */
  readonly subject?: Subject
  /** Fields that `visibleWhen` reads; a list requests them with its rows. */
  readonly reads?: readonly (keyof R & string)[]
  readonly visibleWhen?: (row: R) => boolean
}
/** Opens one of the resource's forms above the list. */
export interface FormAction<R extends Row> extends ActionBase<R> {
  readonly kind: 'form'
  readonly key: FormKey
}
/** Calls the API; asks first if it has a question. */
export interface CallAction<R extends Row> extends ActionBase<R> {
  readonly kind: 'call'
  /** The question, completed by the record's name: 'Reset two-factor of'. */
  readonly question: string
  /** The effect, in one or two sentences. */
  readonly effect: string
  /** The input that the person is asked for; a `reason` is recorded in the audit. */
  readonly asks: readonly FormField[]
  /** The button that confirms, and the one that cancels. */
  readonly verb: string
  readonly cancel: string
  /** Toast after success. */
  readonly success: string
  /** Text while it is in flight, followed by the record's name: 'Resetting two-factor of'. */
  readonly gerund: string
  /** Follows 'could not be' after a refusal. */
  readonly participle: string
  readonly operation: Operation<string, { id: string }, undefined, object, R>
  /** The record is claimed first: its queue says so. */
  readonly underClaim?: true
  /** The person proves again who they are first. */
  readonly stepUp?: true
  /** What it would do, shown below the input. */
  readonly preview?: ResourceActionPreview
  readonly tone?: 'danger'
}
/** Asks the platform for the secret of a record, and shows it for a while. */
export interface RevealAction<R extends Row> extends ActionBase<R> {
  readonly kind: 'reveal'
  /** What is revealed: 'Password'. */
  readonly secret: string
  /** The title of the dialog. @param name of the record */
  readonly titleOf: (name: string) => string
  readonly operation: Operation<string, { id: string }, undefined, { reason: string }, { secret: string }>
}
/** An action on one record other than opening and switching it. */
export type ResourceAction<R extends Row> = FormAction<R> | CallAction<R> | RevealAction<R>

/** The calls of a list, in the form that the generic screens use. */
export interface ResourceOperations<R extends Row> {
  readonly list: Operation<string, undefined, ListQuery, undefined, R[]>
  /** Only of a paged list. */
  readonly totals?: Operation<string, undefined, ListQuery, undefined, Totals>
  /** Only of a list with tabs: the number of rows in each; tabs whose fields the person may not read are missing. */
  readonly tabs?: Operation<string, undefined, undefined, undefined, Record<string, number>>
  readonly get: Operation<string, { id: string }, undefined, undefined, R>
  readonly history: Operation<string, { id: string }, undefined, undefined, HistoryEntry[]>
  /** Only of a versioned record. */
  readonly versions?: Operation<string, { id: string }, undefined, undefined, RecordVersion[]>
  readonly create?: Operation<string, undefined, undefined, object, R>
  readonly update?: Operation<string, { id: string }, undefined, object, R>
  readonly order?: Operation<string, undefined, undefined, { ids: string[] }, null>
  /** Only of records that can be claimed. */
  readonly claim?: Operation<string, { id: string }, undefined, { note?: string }, R>
  readonly release?: Operation<string, { id: string }, undefined, object, R>
  readonly upload?: UploadOperation
  /** Only of records with private files. */
  readonly file?: FileOperation
  readonly import?: Operation<string, undefined, { dry_run: boolean }, undefined, (ImportLine | ImportEnd)[]>
  /** Bulk actions, by name. */
  readonly bulk?: Readonly<Record<string, Operation<string, undefined, undefined, BulkBody, BulkResult[]>>>
}

/** The effect of a save, requested while the forms are filled in. */
export interface ResourceSavePreview {
  /** Title of the preview. */
  readonly label: string
  /** Fields of the forms that the answer depends on. */
  readonly asks: readonly FormField[]
  readonly answers: ResourcePreview['answers']
  readonly create: ResourcePreview['operation']
  readonly edit: Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>
}

/** A part of a list on a tab of a record's page. */
export interface InterruptedPart {
  readonly tab: string
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** What disabling a record would interrupt. */
export interface ResourceDisabling<R extends Row> {
  /** Title of the answer. */
  readonly label: string
  /** Fields of the answer. A value of 0 or null means that there is nothing of this kind. */
  readonly answers: ResourcePreview['answers']
  readonly operation: Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>
  /** The same about many records, if they can be disabled with one call. */
  readonly ofMany?: Operation<
    string,
    undefined,
    undefined,
    { ids: readonly string[] },
    Readonly<Record<string, unknown>>
  >
  /** The sentence where nothing is interrupted. */
  readonly nothing: string
  /** Disables the record with the input that says where its work goes; without input the switch itself is called. */
  readonly through?: CallAction<R>
  /** Where a person sees what an answer counts: the tab of the record's page, and the filter of its list, by the field of the answer. */
  readonly seenIn: Readonly<Record<string, InterruptedPart>>
}

/** What an action on one record would do. */
export interface ResourceActionPreview {
  /** Title of the answer. */
  readonly label: string
  /** The part of the input that the answer depends on. */
  readonly asks: readonly FormField[]
  readonly answers: ResourcePreview['answers']
  /** `access`: the answer is a change of a person's rights; `money`: what happens to accounts. Otherwise it is shown field by field. */
  readonly shownAs?: 'access' | 'money'
  /** Of money: the text of the button once the amount is known. */
  readonly button?: MoneyButton
  readonly operation: Operation<string, { id: string }, undefined, object, Readonly<Record<string, unknown>>>
}

/** A preview that the platform calculates from the records, without changing anything. */
export interface ResourcePreview {
  /** Text of the button, and title of its dialog. */
  readonly label: string
  readonly needs: Action
  readonly asks: readonly FormField[]
  /** The fields of the answer, in their order. */
  readonly answers: readonly (ItemColumn & { readonly items?: readonly ItemColumn[] })[]
  readonly operation: Operation<string, undefined, undefined, object, Readonly<Record<string, unknown>>>
}

/** A tab of a record's page: the records of another list that refer to it. */
export interface RecordTab {
  /** The part of the address after the record's id: `/users/{id}/{key}`. */
  readonly key: string
  readonly title: string
  /** Name of the resource, as in the pages. A person who may not open its page does not see the tab. */
  readonly resource: string
  /** Field with the reference to this record. A person who may not read it does not see the tab. */
  readonly by: string
  /** Columns that the tab shows at first, in their order, instead of those of the list; the others can be chosen. */
  readonly columns?: readonly string[]
  /** Texts of the empty tab, instead of those of the list. */
  readonly empty?: Resource['empty']
}

/** How a record's own page, and the drawer beside its list, are composed. */
export interface RecordPage<R extends Row = Row> {
  /** Before the name: the initials of a person, or the field with an image. */
  readonly picture?: 'initials' | (keyof R & string)
  /** Under the name: what else people know the record by, such as a username. */
  readonly reference?: readonly (keyof R & string)[]
  /** Key figures under the name; the first five that have a value are shown. */
  readonly figures?: readonly (keyof R & string)[]
  /** Actions in the order in which they become one of the two buttons of the page; the others are in its menu. */
  readonly lead?: readonly string[]
  /** Groups of fields: those of the forms first. A field in no group comes first, under the record's noun. */
  readonly sections: readonly FormSection[]
  /** Columns that the page leaves out, because another field says the same and more. */
  readonly omits?: readonly (keyof R & string)[]
  /** Enums whose pills are next to the name. */
  readonly states?: readonly (keyof R & string)[]
  /**
   * What must be known before anything is done with the record, pinned above its tabs: field → value of an enum → a sentence.
   * That a record is disabled is said without this.
   */
  readonly warnings?: Readonly<Partial<Record<keyof R & string, Readonly<Record<string, string>>>>>
  /** A text that is pinned above the tabs with the warnings; a list shows it as an icon, with the text as its tooltip. */
  readonly pinned?: keyof R & string
  readonly tabs?: readonly RecordTab[]
}

/** Above a list: how many records of another one are in one of its tabs, with a link to them. */
export interface ListNotice {
  readonly record: RecordDefinition
  /** The page of its list. */
  readonly route: string
  readonly tab: string
  /** What they are, as a sentence. */
  readonly text: string
}

export interface Resource<R extends Row = Row> {
  readonly slug: string
  readonly route: string
  readonly subject: Subject
  readonly noun: { readonly one: string; readonly many: string }
  /** Texts of an empty list. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Columns in their order, without the spec's hidden fields. */
  readonly columns: readonly ColumnDefinition<R>[]
  /** Fields whose texts form the name of a row, in reading order. */
  readonly nameFields: readonly (keyof R & string)[]
  /**
   * Path of the page that a row opens, with `:id`: the record's own, or that of the record that it is a part of (`listWithPages`).
   * Missing for a person who may not open that page (`reached`): a row then opens its edit form, or next to the list.
   */
  readonly rowRoute?: string
  /**
   * Records can be disabled; `effect`: what that stops, in one or two sentences; `remedy`: key of the action that helps where a
   * record cannot be disabled, because others use it; `interrupts`: what disabling would interrupt, asked before the question.
   */
  readonly switch?: { readonly effect: string; readonly remedy?: string; readonly interrupts?: ResourceDisabling<R> }
  readonly actions: readonly ResourceAction<R>[]
  readonly forms: Readonly<Partial<Record<RecordFormKey, FormDefinition>>> &
    Readonly<Record<string, FormDefinition | undefined>>
  readonly operations: ResourceOperations<R>
  readonly preview?: ResourcePreview
  readonly savePreview?: ResourceSavePreview
  /** The definition from which its schemas are built. */
  readonly record: RecordDefinition & Scoped
  readonly page: RecordPage<R>
  /** What waits elsewhere, and matters to whoever reads this list. */
  readonly notices?: readonly ListNotice[]
  /** People order the records manually; the list shows that order until another is chosen. */
  readonly ordered?: true
  /** Field with the currency of the money in a row; without it, money is in the platform's currency. */
  readonly currencyField?: string
}
