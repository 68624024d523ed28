/** Converts any value to readable JSON: actors by name, long or deep values truncated. */
const MOST_ITEMS = 20
const DEEPEST = 5

function plain(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (typeof value !== 'object') return typeof value === 'undefined' ? undefined : `(${typeof value})`
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Date) return value.toISOString()
  if ('sessionId' in value && 'getSnapshot' in value) return `(actor ${String((value as { id?: string }).id)})`
  if ('$$typeof' in value) return '(component)'
  if (depth >= DEEPEST) return '…'
  if (value instanceof Map) return plain(Object.fromEntries(value), depth)
  const list = value instanceof Set ? [...(value as Set<unknown>)] : value
  if (Array.isArray(list))
    return [
      ...list.slice(0, MOST_ITEMS).map((item) => plain(item, depth + 1) ?? null),
      ...(list.length > MOST_ITEMS ? [`… ${list.length - MOST_ITEMS} more`] : []),
    ]
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part, depth + 1)]))
}

/** @returns JSON with an indent of two spaces; `null` for an empty value */
export const inWords = (value: unknown): string => JSON.stringify(plain(value, 0) ?? null, null, 2)

/** The event without its type; empty without a payload. */
export function payloadOf(event: object): string {
  const { type: _, ...rest } = event as { type: string; actorId?: string }
  delete rest.actorId
  return Object.keys(rest).length === 0 ? '' : inWords(rest)
}
