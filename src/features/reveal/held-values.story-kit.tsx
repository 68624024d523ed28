/** Searches for a text in all that React holds of the page: fibers of now and of the render before, states, properties, actors. */

/** Far above what a story's page holds; a search that reaches it has not seen everything. */
const MOST_OBJECTS = 2_000_000
const OF_REACT = /^__react(?:Container|Fiber|Props)\$/

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Where React attaches itself to the elements of the page. */
const roots = (): object[] =>
  [document.body, ...document.body.querySelectorAll('*')].flatMap((element) =>
    Object.keys(element)
      .filter((key) => OF_REACT.test(key))
      .map((key) => (element as unknown as Record<string, object>)[key]!),
  )

/** The values of an object, without calling its getters. */
function* valuesOf(holder: object): Generator<[string, unknown]> {
  if (holder instanceof Map)
    for (const [key, value] of holder)
      yield* [['key', key] as [string, unknown], [String(key), value] as [string, unknown]]
  if (holder instanceof Set) for (const value of holder) yield ['item', value]
  if (ArrayBuffer.isView(holder)) return
  for (const key of Reflect.ownKeys(holder)) {
    const own = Reflect.getOwnPropertyDescriptor(holder, key)
    if (own && 'value' in own) yield [String(key), own.value]
  }
}

/**
 * @param text to search for
 * @returns the path of each value that contains it, from an element of the page
 * @throws if there is too much to search
 */
export function valuesHeldWith(text: string): string[] {
  const found: string[] = []
  const begun = roots()
  const seen = new Set<object>(begun)
  const waiting = begun.map((holder) => ({ holder, path: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [key, value] of valuesOf(next.holder)) {
      const path = `${next.path}.${key}`
      if (typeof value === 'string' && value.includes(text)) found.push(path)
      // The page is searched by its text.
      if (!isObject(value) || value instanceof Node || value instanceof Window || seen.has(value)) continue
      seen.add(value)
      waiting.push({ holder: value, path })
    }
    if (seen.size > MOST_OBJECTS) throw new Error('There is too much to search')
  }
  return found
}
