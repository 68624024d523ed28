/**
 * What shared code of server and console must know about the kinds of fields. A new kind gets its row here and in
 * the tables of the rooms (how it is stored, shown, typed, imported); no other code decides by a kind's name.
 */
import type { FieldType, ImageSize } from './field'
import type { Reading } from '../typed'

type Kind = FieldType['kind']

interface Traits {
  /** How a typed or pasted value is read; 'rule': as the rule of the field says. */
  readonly reads: Reading | 'rule'
  /** Holds several values: it is never null, but may be empty. */
  readonly isList?: true
  /** How a list can be filtered by it; otherwise not at all. */
  readonly filteredBy?: 'values' | 'range'
  /** Its values refer to records: by their ids, or by their `identifiedBy`. */
  readonly refersBy?: 'id' | 'code'
  /** Its values are ids of files with this visibility. */
  readonly files?: 'public' | 'private'
  /** Typed once, in no row, no draft and no history. */
  readonly isSecret?: true
  /** Decimal places of a number; 'own': the field says how many. Numbers with places are decimal strings. */
  readonly places?: number | 'own'
}

/** A missing kind fails the type check. */
const KINDS: { readonly [K in Kind]: Traits } = {
  text: { reads: 'rule', filteredBy: 'values' },
  longText: { reads: 'rule' },
  richText: { reads: 'exact', files: 'public' },
  email: { reads: 'word', filteredBy: 'values' },
  url: { reads: 'word' },
  phone: { reads: 'code', filteredBy: 'values' },
  color: { reads: 'code' },
  slug: { reads: 'word', filteredBy: 'values' },
  flag: { reads: 'word', filteredBy: 'values' },
  integer: { reads: 'number', filteredBy: 'range', places: 0 },
  decimal: { reads: 'number', filteredBy: 'range', places: 'own' },
  percent: { reads: 'percent', filteredBy: 'range', places: 2 },
  amount: { reads: 'number', filteredBy: 'range', places: 2 },
  coin: { reads: 'number', filteredBy: 'range', places: 18 },
  cryptoAddress: { reads: 'code' },
  enum: { reads: 'word', filteredBy: 'values' },
  enums: { reads: 'word', filteredBy: 'values', isList: true },
  reference: { reads: 'code', filteredBy: 'values', refersBy: 'id' },
  references: { reads: 'code', filteredBy: 'values', refersBy: 'id', isList: true },
  person: { reads: 'code', filteredBy: 'values' },
  time: { reads: 'code', filteredBy: 'range' },
  date: { reads: 'code' },
  duration: { reads: 'exact' },
  image: { reads: 'code', files: 'public' },
  images: { reads: 'code', files: 'public', isList: true },
  files: { reads: 'code', files: 'private', isList: true },
  role: { reads: 'word', filteredBy: 'values' },
  storeCode: { reads: 'code', filteredBy: 'values', refersBy: 'code' },
  tags: { reads: 'text', filteredBy: 'values', isList: true },
  list: { reads: 'exact', isList: true },
  newPassword: { reads: 'exact', isSecret: true },
  passwordAgain: { reads: 'exact', isSecret: true },
  secretText: { reads: 'exact', isSecret: true },
}

/** Whether a field contains several values: it is never null, but may be empty. */
export const holdsList = ({ kind }: FieldType): boolean => KINDS[kind].isList === true

/** Whether values of a kind are secrets: a form keeps them nowhere. */
export const isSecret = ({ kind }: Pick<FieldType, 'kind'>): boolean => KINDS[kind].isSecret === true

/** How a value of a kind, or each value of a list, is read before it is checked. */
export function readingOf(type: FieldType): Reading {
  const { reads } = KINDS[type.kind]
  if (reads !== 'rule') return reads
  const { rule, holds } = type as Extract<FieldType, { kind: 'text' }>
  return holds === undefined ? (rule.reads ?? 'text') : 'code'
}

/** How a list can be filtered by a kind: by values, by a range, or not at all. */
export const filteredBy = ({ kind }: FieldType): 'values' | 'range' | null => KINDS[kind].filteredBy ?? null

type Referring = Extract<FieldType, { kind: 'reference' | 'references' | 'storeCode' }>
/** Name of the record that values of a kind refer to, by its id or by its `identifiedBy`; null for other kinds. */
export const targetOf = (type: FieldType): string | null =>
  KINDS[type.kind].refersBy === undefined ? null : (type as Referring).to

/** Whether values refer to records by their ids; a row then contains `{ id, name }` of each. */
export const refersById = (type: FieldType): type is Extract<FieldType, { kind: 'reference' | 'references' }> =>
  KINDS[type.kind].refersBy === 'id'
/** Whether values refer to records by their `identifiedBy`. */
export const refersByCode = ({ kind }: FieldType): boolean => KINDS[kind].refersBy === 'code'

/** The visibility of the files that values of a kind refer to, and the minimum size of images; null for other kinds. */
export function filesOf(type: FieldType): { visibility: 'public' | 'private'; min?: ImageSize } | null {
  const { files: visibility } = KINDS[type.kind]
  if (!visibility) return null
  const { min } = type as { min?: ImageSize }
  return { visibility, ...(min && { min }) }
}

/** Maximum number of decimal places of a number; null for other kinds. */
export function placesOf(type: FieldType): number | null {
  const { places = null } = KINDS[type.kind]
  return places === 'own' ? (type as Extract<FieldType, { kind: 'decimal' }>).places : places
}
