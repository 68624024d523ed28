/** Values with the spaces and marks that copied text contains, by how the field reads them. Each is read as the value. */
import type { FieldType } from '@contract/records/field'
import { readingOf } from '@contract/records/kinds'

/** No-break, narrow and thin spaces, a zero-width space, a word joiner, a byte order mark, an ideographic space. */
export const ODD_SPACES = ['\u00A0', '\u202F', '\u2009', '\u200B', '\u2060', '\uFEFF', '\u3000'] as const
const DIRECTION = ['\u200E', '\u200F'] as const

const around = (value: string, at: number) =>
  `${ODD_SPACES[at % ODD_SPACES.length]}${DIRECTION[at % 2]}${value}${ODD_SPACES[(at + 3) % ODD_SPACES.length]}`
const within = (value: string, at: number) =>
  Array.from(value, (letter, place) =>
    place > 0 && place % 3 === 0 ? `${ODD_SPACES[(at + place) % ODD_SPACES.length]}${letter}` : letter,
  ).join('')
const arabic = (value: string) =>
  value.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))).replace('.', '\u066B')

const WRITE = {
  exact: (value: string) => value,
  word: around,
  code: (value: string, at: number) => around(within(value, at), at),
  text: (value: string, at: number) => around(value.replaceAll(' ', ODD_SPACES[(at + 1) % ODD_SPACES.length]!), at),
  number: (value: string, at: number) => around(arabic(value), at),
  percent: (value: string, at: number) => `${around(arabic(value), at)}\u00A0%`,
} as const

/**
 * @param at another number gives other spaces
 * @returns the value as it could be pasted: each text in it
 */
export function oddly(type: FieldType, value: unknown, at: number): unknown {
  if (typeof value === 'string') return WRITE[readingOf(type)](value, at)
  if (!Array.isArray(value)) return value
  if (type.kind !== 'list') return value.map((item, index) => oddly(type, item, at + index))
  return value.map((item, index) => oddBody(type.fields, item as Readonly<Record<string, unknown>>, at + index))
}

/** @returns a body with each of its texts as it could be pasted */
export const oddBody = (
  fields: Readonly<Record<string, { readonly type: FieldType }>>,
  body: Readonly<Record<string, unknown>>,
  at = 0,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value], index) => [
      name,
      fields[name] ? oddly(fields[name].type, value, at + index) : value,
    ]),
  )
