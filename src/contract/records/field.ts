/**
 * The fields of records as plain data (design: one description for every common screen). Server, mocks and the
 * console's first list share the definitions, so this file does not import the schema library; schemas.ts builds the
 * schemas.
 */
import * as P from '../patterns'
import type { PrivateFile } from '../files'
import type { RichText } from '../rich-text/rich-text'
import type { Subject } from '../permissions'
import { LENGTH } from '../constants'

/**
 * When people may write a field: in both forms, only at creation, or never (derived, or written by the platform). A
 * `secret` is also written at creation, never leaves the server and is in no row. An `option` is sent with an edit,
 * determines how it is done, and is not stored.
 */
export type Write = 'always' | 'create' | 'never' | 'secret' | 'option'

/** Another record as a row shows it; a body contains only the id. */
export interface Reference {
  id: string
  name: string
}

/** A period; `until` is null while it continues. ISO 8601. */
export interface Span {
  from: string
  until: string | null
}

/** What a number counts or measures: a sign after it, '%' or '×', or a noun in the singular and the plural. */
export type Unit = string | readonly [one: string, many: string]

export const DAYS: Unit = ['day', 'days']

/** The label of each value of an enum. Hue and icon, if any, belong to the resource. */
export type EnumLabels = Readonly<Record<string, string>>

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * The kind of a value, with the properties that only this kind needs. Each kind has an entry in the exhaustive tables
 * of server and console.
 */
export type FieldType =
  /** @param holds what the text is a code of; the console shows its name */
  | { readonly kind: 'text'; readonly rule: P.Rule; readonly max: number; readonly holds?: 'country' }
  | { readonly kind: 'longText'; readonly rule: P.Rule; readonly max: number }
  /** A document of the editor, as JSON (rich-text.ts). */
  | { readonly kind: 'richText' }
  | { readonly kind: 'email' | 'url' | 'phone' | 'flag' | 'time' | 'person' }
  /** A calendar day without a time zone, `YYYY-MM-DD`: a birthday, the date on a letter. */
  | { readonly kind: 'date' }
  /** How long something takes or took: its two ends (`Span`), so that the value stays correct as time passes. */
  | { readonly kind: 'duration' }
  /** `#RRGGBB`. */
  | { readonly kind: 'color' }
  /** Suggested from another field until a person has typed one. */
  | { readonly kind: 'slug'; readonly from: string }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  /** A decimal string with a maximum number of places. */
  | {
      readonly kind: 'decimal'
      readonly places: number
      readonly max: number
      readonly min: number
      /** All places are shown, as of money. */
      readonly isFull?: true
    }
  | { readonly kind: 'percent'; readonly max: number }
  /** Money in the platform's currency: a decimal string with two places. */
  | { readonly kind: 'amount'; readonly zero: boolean }
  /** An amount of a coin: the coin's number of places and its symbol are in the fields with these names of the same record. */
  | { readonly kind: 'coin'; readonly places: string; readonly symbol: string; readonly zero: boolean }
  /** An address on a blockchain, in the form of the network in the field `network` of the same record. */
  | { readonly kind: 'cryptoAddress'; readonly network: string }
  /** @param follows state → the states that actions may lead to; omitted if the field is not a state */
  | {
      readonly kind: 'enum'
      readonly labels: EnumLabels
      readonly follows?: Readonly<Record<string, readonly string[]>>
    }
  /** @param least the fewest values of a body; by default none */
  | { readonly kind: 'enums'; readonly labels: EnumLabels; readonly least?: number }
  /** @param to name of the referenced record */
  | { readonly kind: 'reference' | 'references'; readonly to: string }
  /** Public images (contract, files). @param min the smallest accepted one, in pixels */
  | { readonly kind: 'image'; readonly min?: ImageSize }
  | { readonly kind: 'images'; readonly most: number; readonly min?: ImageSize }
  /** Private images and PDFs (contract, files), readable for everybody who may read this field. @param least the fewest in a body */
  | { readonly kind: 'files'; readonly most: number; readonly least?: number }
  /** Name of a role. @param of the kind of accounts that have it */
  | { readonly kind: 'role'; readonly of: 'STAFF' | 'USER' }
  /** Code of a store. @param to name of the record that the code identifies */
  | { readonly kind: 'storeCode'; readonly to: string }
  /** A repeated group of fields, in an order. @param one the name of an item */
  | {
      readonly kind: 'list'
      readonly fields: Readonly<Record<string, Field>>
      readonly one: string
      readonly least: number
      readonly most: number
    }
  /** Short texts. */
  | { readonly kind: 'tags' }
  /** A new password. */
  | { readonly kind: 'newPassword' }
  /** The repetition of a new password. @param of the field that it repeats */
  | { readonly kind: 'passwordAgain'; readonly of: string }
  /** A secret of another system that people entrust to the platform. */
  | { readonly kind: 'secretText' }
export type FieldKind = FieldType['kind']

/**
 * A field applies only while another field has one of these values; `required`: then it must have a value. The input of an action can
 * depend on another input, or on a field of the record.
 */
export interface When {
  readonly field: string
  /** Values of an enum, or 'true' and 'false' of a flag. */
  readonly values: readonly string[]
  readonly required?: true
}

/** A range of lengths in characters. */
export interface Lengths {
  readonly from: number
  readonly to: number
}

/** `V`: the value in a row; `W`: when it may be written; `D`: whether the platform derives it. */
export interface Field<V = unknown, W extends Write = Write, D extends boolean = boolean> {
  readonly label: string
  readonly type: FieldType
  readonly write: W
  readonly derived: D
  /** Never empty. */
  readonly required: boolean
  /** No two records of a store, or of the whole platform, have the same value, in any letter case unless it is `exact`. */
  readonly unique: boolean | 'everywhere'
  /** An id that another system gives: 'aB' and 'Ab' are two ids. Only for unique texts that no form writes. */
  readonly exact: boolean
  /** A search includes it. */
  readonly search: boolean
  /** Lists offer a filter for it. */
  readonly filter: boolean
  /** Text under the input. */
  readonly hint?: string
  /** The value of a new record if nobody enters one. */
  readonly initial?: string | boolean | number
  /** The platform chooses a value for a new record where nobody enters one; the source does it. */
  readonly suggested?: true
  /** The platform gives each new record a value of its own: this prefix and a number, 'D-10426817'. Only for unique texts that nobody writes. */
  readonly numbered?: string
  /** Sent to the users' apps. */
  readonly public: boolean
  /**
   * Personal data: erasing a record replaces it by a keyed hash. Its values in the audit are encrypted from the start.
   */
  readonly erasable: boolean
  /** Sent without its last part, wherever it appears (mask.ts). Only for texts. */
  readonly masked: boolean
  /**
   * Sent in part to people who may not read the field with this name of that subject; of a reference, the initials of the name to
   * people who may not read that subject. Only for e-mails, phones and references.
   */
  readonly maskedUnless?: Subject
  /** A value can be changed in the forms, but not removed: an empty value is not sent (spec 3). */
  readonly keeps: boolean
  /** It depends on another field: if it does not apply, it is in no form and has no value. */
  readonly when?: When
  /** The recommended length of a text: its input shows the distance from it. */
  readonly best?: Lengths
  /** Only for derived values: the field that lists the reasons why this value is not higher. */
  readonly explainedBy?: string
  /** Shown after a number wherever it appears, except in exports. */
  readonly unit?: Unit
  /** Only for amounts: a number of something, and not money, where another field has one of these values. */
  readonly counts?: Counts
  /**
   * Only for states: values that are not stored, because they follow from the stored one and from something else, such as a date that has
   * passed. Value → the stored values of the rows that can have it. A list is filtered along the index of the stored value, and among
   * those rows by the computed one.
   */
  readonly computed?: Computed
  /** Only for times and dates of a body: before or after the moment of the call. */
  readonly side?: Side
  /** The name that the field had before: the history shows entries with that name as its own. */
  readonly formerly?: string
  /** Only for the type system. */
  readonly value?: V
}

/** By the values of another field: what an amount counts, such as spins that a spin won. */
export interface Counts {
  readonly by: string
  readonly units: Readonly<Record<string, Unit>>
}

export type Side = 'past' | 'future'
/** Computed value → the stored values of the rows that can have it. */
export type Computed = Readonly<Record<string, readonly string[]>>

interface Options {
  required?: true
  write?: Write
  /** Computed by the platform: never written. */
  derived?: true
  unique?: true | 'everywhere'
  exact?: true
  search?: true
  filter?: true
  hint?: string
  /** The value of a new record if nobody enters one. */
  initial?: string | boolean | number
  suggested?: true
  /** The platform numbers new records: the prefix of their numbers. */
  numbered?: string
  /** Sent to the users' apps. */
  public?: true
  erasable?: true
  masked?: true
  maskedUnless?: Subject
  /** The forms can change a value but not remove it (spec 3). */
  keeps?: true
  when?: When
  best?: Lengths
  explainedBy?: string
  unit?: Unit
  counts?: Counts
  computed?: Computed
  side?: Side
  formerly?: string
}
type ValueIn<V, O extends Options> = O extends { required: true } ? V : V | null
type WriteIn<O extends Options> = O extends { derived: true }
  ? 'never'
  : O extends { write: infer W extends Write }
    ? W
    : 'always'
type DerivedIn<O extends Options> = O extends { derived: true } ? true : false

/** The field that these options describe. */
export type FieldOf<V, O extends Options> = Field<ValueIn<V, O>, WriteIn<O>, DerivedIn<O>>

const field = <V, O extends Options>(label: string, type: FieldType, options: O = {} as O): FieldOf<V, O> => ({
  label,
  type,
  write: (options.derived ? 'never' : (options.write ?? 'always')) as WriteIn<O>,
  derived: (options.derived ?? false) as DerivedIn<O>,
  required: options.required ?? false,
  unique: options.unique ?? false,
  exact: options.exact ?? false,
  search: options.search ?? false,
  filter: options.filter ?? false,
  public: options.public ?? false,
  erasable: options.erasable ?? false,
  masked: options.masked ?? false,
  keeps: options.keeps ?? false,
  ...(options.maskedUnless === undefined ? {} : { maskedUnless: options.maskedUnless }),
  ...(options.when === undefined ? {} : { when: options.when }),
  ...(options.best === undefined ? {} : { best: options.best }),
  ...(options.explainedBy === undefined ? {} : { explainedBy: options.explainedBy }),
  ...(options.unit === undefined ? {} : { unit: options.unit }),
  ...(options.counts === undefined ? {} : { counts: options.counts }),
  ...(options.computed === undefined ? {} : { computed: options.computed }),
  ...(options.side === undefined ? {} : { side: options.side }),
  ...(options.formerly === undefined ? {} : { formerly: options.formerly }),
  ...(options.hint === undefined ? {} : { hint: options.hint }),
  ...(options.initial === undefined ? {} : { initial: options.initial }),
  ...(options.suggested && { suggested: options.suggested }),
  ...(options.numbered === undefined ? {} : { numbered: options.numbered }),
})

/** One line of text. @param rule of spec section 5, or a similar one */
export const text = <const O extends Options>(label: string, rule: P.Rule, max: number, options?: O) =>
  field<string, O>(label, { kind: 'text', rule, max }, options)
const REFERENCE_LENGTH = 20
/**
 * The reference of a record: the number by which people name it to each other, such as 'D-10426817'. The platform gives it to each new
 * record; no two records of the platform have the same.
 * @param prefix of the numbers, a capital letter or two: each record has its own
 */
export const referenceNumber = (prefix: string) =>
  field<string, { required: true; write: 'never'; unique: 'everywhere'; search: true; public: true; numbered: string }>(
    'Reference',
    { kind: 'text', rule: P.FREE_TEXT, max: REFERENCE_LENGTH },
    { required: true, write: 'never', unique: 'everywhere', search: true, public: true, numbered: prefix },
  )
/** The code of a country (ISO 3166, two letters). */
export const country = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'text', rule: P.FREE_TEXT, max: 2, holds: 'country' }, options)
/** Word characters and single spaces, up to 32 (spec 5, label). */
export const label32 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'text', rule: P.LABEL.long, max: LENGTH.label.long }, options)
/** A name of at most 16 characters (spec 5). */
export const label16 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'text', rule: P.LABEL.short, max: LENGTH.label.short }, options)
/** A short name of at most 20 characters (spec 5). */
export const label20 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'text', rule: P.LABEL.medium, max: LENGTH.label.medium }, options)
/** Free text of up to 255 characters (spec 5). */
export const text255 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'text', rule: P.FREE_TEXT, max: LENGTH.freeText.short }, options)
/** Free text of up to 3000 characters, over several lines (spec 5). */
export const text3000 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'longText', rule: P.LONG_TEXT, max: LENGTH.freeText.long }, options)
/** Text over several lines. @param rule that each value must match */
export const longText = <const O extends Options>(label: string, rule: P.Rule, max: number, options?: O) =>
  field<string, O>(label, { kind: 'longText', rule, max }, options)
/** Headings, lists, links, emphasis and images, as the editor's JSON (rich-text.ts); each block has up to 3000 characters. */
export const richText = <const O extends Options>(label: string, options?: O) =>
  field<RichText, O>(label, { kind: 'richText' }, options)
export const email = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'email' }, options)
export const phone = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'phone' }, options)
/** An address that begins with http:// or https:// (spec 5). */
export const url = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'url' }, options)
/** Lower-case letters, digits and single hyphens, up to 80 characters. @param from field that it is suggested from */
export const slug = <const O extends Options>(label: string, from: string, options?: O) =>
  field<string, O>(label, { kind: 'slug', from }, options)
export const integer = <const O extends Options>(label: string, range: { min?: number; max?: number }, options?: O) =>
  field<number, O>(label, { kind: 'integer', min: range.min ?? 0, max: range.max ?? 9_999_999 }, options)
/** @param places maximum number of decimals */
export const decimal = <const O extends Options>(
  label: string,
  range: { places: number; min?: number; max?: number; isFull?: true },
  options?: O,
) =>
  field<string, O>(
    label,
    {
      kind: 'decimal',
      places: range.places,
      min: range.min ?? 0,
      max: range.max ?? 9_999_999_999,
      ...(range.isFull && { isFull: true }),
    },
    options,
  )
/** 0 to 100 with up to two decimals (spec 5). */
export const percent = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'percent', max: 100 }, options)
/** A color, `#RRGGBB`. */
export const color = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'color' }, options)
/** Money above zero (spec 5, amount). */
export const amount = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'amount', zero: false }, options)
/** Money, zero allowed (spec 5, amount). */
export const amount0 = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'amount', zero: true }, options)
/** @param of names of the fields with the coin's number of decimals and its symbol */
export const coin = <const O extends Options>(label: string, of: { places: string; symbol: string }, options?: O) =>
  field<string, O>(label, { kind: 'coin', ...of, zero: true }, options)
/** @param network name of the field with the network */
export const cryptoAddress = <const O extends Options>(label: string, network: string, options?: O) =>
  field<string, O>(label, { kind: 'cryptoAddress', network }, options)
export const flag = <const O extends Options>(label: string, options?: O) =>
  field<boolean, O>(label, { kind: 'flag' }, options)
/** One value of a closed list. @param labels value → its label */
export const oneOf = <const L extends EnumLabels, const O extends Options>(label: string, labels: L, options?: O) =>
  field<keyof L & string, O>(label, { kind: 'enum', labels }, options)
/** The state of a record. @param follows state → the states that actions may lead to; an omitted state is final */
export const states = <const L extends EnumLabels, const O extends Options>(
  label: string,
  labels: L,
  follows: { readonly [K in keyof L]?: readonly (keyof L & string)[] },
  options?: O,
) =>
  field<keyof L & string, O>(
    label,
    { kind: 'enum', labels, follows: follows as Readonly<Record<string, string[]>> },
    options,
  )
/** Several values of a closed list, in its order. @param options.least the fewest values that a body may have */
export const someOf = <const L extends EnumLabels, const O extends Options & { least?: number }>(
  label: string,
  labels: L,
  options?: O,
) =>
  field<(keyof L & string)[], O & { required: true }>(
    label,
    { kind: 'enums', labels, ...(options?.least === undefined ? {} : { least: options.least }) },
    { ...options!, required: true },
  )
/** Another record. @param to its name */
export const reference = <const O extends Options>(label: string, to: string, options?: O) =>
  field<Reference, O>(label, { kind: 'reference', to }, options)
/** Several other records. @param to their name */
export const references = <const O extends Options>(label: string, to: string, options?: O) =>
  field<Reference[], O & { required: true }>(label, { kind: 'references', to }, { ...options!, required: true })
export const time = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'time' }, options)
/** A calendar day, `YYYY-MM-DD`. */
export const date = <const O extends Options>(label: string, options?: O) =>
  field<string, O>(label, { kind: 'date' }, options)
/** How long something takes: always derived from two times of the record. */
export const duration = <const O extends Options & { derived: true }>(label: string, options: O) =>
  field<Span, O>(label, { kind: 'duration' }, options)
/** Id of a public image (contract, files). @param min the smallest accepted one, in pixels */
export const image = <const O extends Options>(label: string, options?: O, min?: ImageSize) =>
  field<string, O>(label, { kind: 'image', ...(min && { min }) }, options)
/** Ids of public images, in their order. @param most maximum number */
export const images = <const O extends Options>(label: string, most: number, options?: O, min?: ImageSize) =>
  field<string[], O & { required: true }>(
    label,
    { kind: 'images', most, ...(min && { min }) },
    { ...options!, required: true },
  )
/** Private files, in their order; a body contains their ids. @param most maximum number @param options.least the fewest that a body may have */
export const privateFiles = <const O extends Options & { least?: number }>(label: string, most: number, options?: O) =>
  field<PrivateFile[], O & { required: true }>(
    label,
    { kind: 'files', most, ...(options?.least === undefined ? {} : { least: options.least }) },
    { ...options!, required: true },
  )
/** An item of a list of groups. */
export type ItemOf<G> = { [K in keyof G]: G[K] extends Field<infer V> ? V : never }
/**
 * A repeated group of fields, for example questions with their answers.
 * @param group fields of the kinds that items may have (items.ts);
 * @param size `one`: the name of an item, 'question'
 */
export const list = <const G extends Readonly<Record<string, Field>>, const O extends Options>(
  label: string,
  group: G,
  size: { one: string; most: number; least?: number },
  options?: O,
) =>
  field<ItemOf<G>[], O & { required: true }>(
    label,
    { kind: 'list', fields: group, one: size.one, least: size.least ?? 0, most: size.most },
    { ...options!, required: true },
  )
/** @param of the kind of accounts that have it */
export const role = <const O extends Options>(label: string, of: 'STAFF' | 'USER', options?: O) =>
  field<string, O>(label, { kind: 'role', of }, options)
/** Code of a partner's store. @param to the record that the codes identify */
export const storeCode = <const O extends Options>(label: string, to: string, options?: O) =>
  field<string, O>(label, { kind: 'storeCode', to }, options)
/** Short texts: up to 20, each of up to 20 characters (tags.ts). */
export const tags = <const O extends Options>(label: string, options?: O) =>
  field<string[], O & { required: true }>(label, { kind: 'tags' }, { ...options!, required: true })
/** A password that is set when the record is added (spec 5). */
export const newPassword = (label: string) =>
  field<string, { required: true; write: 'secret' }>(
    label,
    { kind: 'newPassword' },
    { required: true, write: 'secret' },
  )
/** @param of field that it repeats */
export const passwordAgain = (label: string, of: string) =>
  field<string, { required: true; write: 'secret' }>(
    label,
    { kind: 'passwordAgain', of },
    { required: true, write: 'secret' },
  )
/** A secret of another system that people entrust to the platform, such as the password of an account there (`SECRET_TEXT`). */
export const secretText = <const O extends Options>(label: string, options?: O) =>
  field<string, O & { write: 'secret' }>(label, { kind: 'secretText' }, { ...options!, write: 'secret' })
/** A member of staff; null: registration or the platform. */
export const person = (label: string) =>
  field<{ id: string; username: string }, { derived: true; filter: true }>(
    label,
    { kind: 'person' },
    { derived: true, filter: true },
  )
