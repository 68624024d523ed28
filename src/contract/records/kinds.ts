/**
 * What shared code of server, mocks and console must know about the kinds of fields. A new kind gets its row here and in
 * the tables of the rooms (how it is stored, shown, typed, imported); no other code decides by a kind's name.
 */
import type { FieldType, ImageSize } from './field'

type Kind = FieldType['kind']

interface Traits {
  /** Holds several values: it is never null, but may be empty. */
  readonly isList?: true
  /** How a list can be filtered by it; otherwise not at all. */
  readonly filteredBy?: 'values' | 'range'
  /** Its values refer to records: by their ids, or by their `identifiedBy`. */
  readonly refersBy?: 'id' | 'code'
  /** Its values are ids of files with this visibility. */
  readonly files?: 'public' | 'private'
  /** Decimal places of a number; 'own': the field says how many. Numbers with places are decimal strings. */
  readonly places?: number | 'own'
}

/** A missing kind fails the type check. */
const KINDS: { readonly [K in Kind]: Traits } = {
  text: { filteredBy: 'values' },
  longText: {},
  email: { filteredBy: 'values' },
  url: {},
  phone: { filteredBy: 'values' },
  color: {},
  slug: { filteredBy: 'values' },
  flag: { filteredBy: 'values' },
  integer: { filteredBy: 'range', places: 0 },
  decimal: { filteredBy: 'range', places: 'own' },
  percent: { filteredBy: 'range', places: 2 },
  amount: { filteredBy: 'range', places: 2 },
  coin: { filteredBy: 'range', places: 18 },
  cryptoAddress: {},
  enum: { filteredBy: 'values' },
  enums: { filteredBy: 'values', isList: true },
  reference: { filteredBy: 'values', refersBy: 'id' },
  references: { filteredBy: 'values', refersBy: 'id', isList: true },
  person: { filteredBy: 'values' },
  time: { filteredBy: 'range' },
  date: {},
  duration: {},
  image: { files: 'public' },
  images: { files: 'public', isList: true },
  files: { files: 'private', isList: true },
  role: { filteredBy: 'values' },
  storeCode: { filteredBy: 'values', refersBy: 'code' },
  tags: { filteredBy: 'values', isList: true },
  list: { isList: true },
  newPassword: {},
  passwordAgain: {},
}

/** Whether a field contains several values: it is never null, but may be empty. */
export const holdsList = ({ kind }: FieldType): boolean => KINDS[kind].isList === true

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
