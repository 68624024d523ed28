/**
 * What a list screen holds: plain data, `field` typed by the row it shows; no function but `visibleWhen` (architecture,
 * The registry). A cell kind is a component and its text (src/screens/list/cells); a field kind is an input of the form.
 */
import type { Action, Subject } from '@contract/permissions'
import type { Operation } from '@contract/http/operation'
import type { HistoryEntry } from '@contract/entities/history'
import type { FormName } from './form-schemas'

/** What every row of an account list has. */
export interface Row {
  id: string
  version: number
  is_deleted: boolean
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
  | 'name'
  | 'role'
  | 'creator'
  | 'account'
  | 'money'
  | 'time'
  | 'kyc'
  | 'risk'
  | 'userStatus'
  | 'presence'
  | 'yesNo'
  | 'tags'
  | 'phone'

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
  /** How the column can be filtered; none: it cannot. */
  readonly filter?: 'contains' | 'values'
}

/** How a field of a form is typed. */
export type FieldKind = 'text' | 'email' | 'newPassword' | 'passwordAgain' | 'role' | 'storeCode'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly required?: boolean
  readonly hint?: string
  /** Stands beside its neighbour on wide pages. */
  readonly half?: boolean
}

/** A form over a schema of the contract. */
export interface FormDefinition {
  /** Names its schema and its drafts. */
  readonly name: FormName
  readonly title: string
  readonly fields: readonly FormField[]
  /** The submit button: a verb. */
  readonly verb: string
  /** Toast of its success (spec 8). */
  readonly success: string
}

/** What can be done with one row beside opening and enabling or disabling it. */
export interface RowActionDefinition<R extends Row> {
  readonly key: 'edit' | 'resetPassword'
  readonly label: string
  readonly needs: Action
  readonly visibleWhen?: (row: R) => boolean
}

/** An action on one record that asks for a reason: harm to somebody else that can be repaired (look.md, section 8). */
export interface ReasonActionDefinition<R extends Row> {
  readonly key: 'resetTwoFactor'
  readonly label: string
  readonly needs: Action
  /** Fields that `visibleWhen` reads; a list requests them with its rows. */
  readonly reads: readonly (keyof R & string)[]
  readonly visibleWhen: (row: R) => boolean
  /** The question, completed by the record's name: 'Reset two-factor of'. */
  readonly question: string
  /** What happens then, in one or two sentences. */
  readonly effect: string
  /** The button that does it, and the one that does not. */
  readonly verb: string
  readonly cancel: string
  /** Toast of its success. */
  readonly success: string
  /** While it is in flight, completed by the record's name: 'Resetting two-factor of'. */
  readonly gerund: string
  /** After 'could not be', when it was refused. */
  readonly participle: string
  readonly operation: Operation<string, { id: string }, undefined, { reason: string }, R>
}

/** The calls of a list of accounts, in the form that the generic screens use. */
export interface ResourceOperations<R extends Row> {
  readonly list: Operation<string, undefined, ListQuery, undefined, R[]>
  readonly get: Operation<string, { id: string }, undefined, undefined, R>
  readonly history: Operation<string, { id: string }, undefined, undefined, HistoryEntry[]>
  readonly create: Operation<string, undefined, undefined, object, R>
  readonly update: Operation<string, { id: string }, undefined, object, R>
  readonly resetPassword: Operation<string, { id: string }, undefined, object, unknown>
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
  readonly rowActions: readonly RowActionDefinition<R>[]
  readonly reasonActions?: readonly ReasonActionDefinition<R>[]
  readonly forms: {
    readonly create: FormDefinition
    readonly edit: FormDefinition
    readonly resetPassword: FormDefinition
  }
  readonly operations: ResourceOperations<R>
  /** Kind of the roles that its forms and filters offer. */
  readonly roleKind: 'STAFF' | 'USER'
}

/** Declares a resource; its columns and fields are typed by its row. */
export const defineResource = <R extends Row>(resource: Resource<R>): Resource<R> => resource
