/** The references in a body, in its fields and in the items of its lists. */
import { isDocument, picturesIn } from '../rich-text/words'
import type { FieldType } from './field'
import { targetOf } from './kinds'
import type { Fields } from './record'

type Values = Readonly<Record<string, unknown>>

export interface ReferenceInBody {
  /** Where it is: 'platform', 'prizes.0.game'. */
  at: string
  type: FieldType
  /** Name of the record that it refers to. */
  to: string
  /** Ids, or the code of a store. */
  keys: string[]
}

/** A row shows a reference with its name: `{ id, name }`. */
const keyOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (value as { id: string }).id : (value as string)

/** @param body of a call, or a row @returns every reference that is not empty */
export const referencesIn = (fields: Fields, body: Values): ReferenceInBody[] =>
  Object.entries(body).flatMap(([name, value]): ReferenceInBody[] => {
    const type = fields[name]?.type
    if (!type || !value) return []
    if (type.kind === 'list')
      return (value as Values[]).flatMap((item, index) =>
        referencesIn(type.fields, item).map((found) => ({ ...found, at: `${name}.${index}.${found.at}` })),
      )
    const to = targetOf(type)
    return to === null ? [] : [{ at: name, type, to, keys: [value].flat().map(keyOf) }]
  })

/** @param path of a file rule: the name of a field, or `list.field` @returns the ids of the files that a body has there */
export function filesIn(body: Values, path: string): string[] {
  const [name = '', of] = path.split('.')
  const values = of === undefined ? [body[name]] : ((body[name] ?? []) as Values[]).map((item) => item[of])
  return values
    .flat()
    .flatMap((value) => (isDocument(value) ? picturesIn(value) : [value]))
    .filter((id): id is string => typeof id === 'string' && id !== '')
}

/**
 * @param row as it is before a change; null for a new one
 * @returns whether the row already has the record in this field or list, in any item: it may stay there when it is disabled
 */
export function keptReferences(fields: Fields, row: Values | null): (found: ReferenceInBody, key: string) => boolean {
  const place = ({ at }: ReferenceInBody) => at.replaceAll(/\.\d+\./g, '.')
  const kept = new Set(
    row === null ? [] : referencesIn(fields, row).flatMap((found) => found.keys.map((key) => `${place(found)} ${key}`)),
  )
  return (found, key) => kept.has(`${place(found)} ${key}`)
}
