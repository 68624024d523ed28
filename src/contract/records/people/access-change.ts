/** What a change of a person's rights would do: their access before and after, as the answer of a preview. */
import {
  ACTIONS,
  can,
  EVERYTHING,
  hasEverything,
  rightsOn,
  SUBJECTS,
  type Access,
  type Action,
  type Permission,
  type Subject,
} from '../../permissions'
import { flag, list, oneOf, text255, text3000 } from '../field'

const ACTION_LABELS = { create: 'Add', read: 'Read', update: 'Change', delete: 'Disable' } as const satisfies Record<
  Action,
  string
>

const rights = (label: string) =>
  list(
    label,
    {
      subject: text255('Subject', { required: true }),
      action: oneOf('Right', ACTION_LABELS, { required: true }),
      /** Names of the readable fields, joined by commas; `*`: all. */
      fields: text3000('Fields'),
    },
    { one: 'right', most: 1000 },
  )

/** The fields of the answer. Stores: codes, joined by commas; null: all. */
export const accessChange = {
  everything_now: flag('Every right now', { required: true }),
  now: rights('May do now'),
  stores_now: text255('Stores now'),
  everything_then: flag('Every right then', { required: true }),
  then: rights('May do then'),
  stores_then: text255('Stores then'),
} as const

interface Right {
  subject: string
  action: string
  fields: string | null
}
type Stores = readonly string[] | null
/** A person's rights and stores. */
export interface Holding {
  access: Access
  /** Codes; null: all. */
  stores: Stores
}

const NO_STORE = 'no store'
const rightsIn = ({ permissions }: Access): Right[] =>
  permissions.map(({ subject, action, fields }) => ({ subject, action, fields: fields.join(',') }))
const storesIn = (stores: Stores) => (stores === null ? null : stores.toSorted().join(', ') || NO_STORE)

/** @returns the answer of the preview */
export const accessChangeOf = (now: Holding, then: Holding) => ({
  everything_now: hasEverything(now.access),
  now: rightsIn(now.access),
  stores_now: storesIn(now.stores),
  everything_then: hasEverything(then.access),
  then: rightsIn(then.access),
  stores_then: storesIn(then.stores),
})

/** @param answer of a preview with the fields above @returns the access before or after the change */
export function accessIn(answer: Readonly<Record<string, unknown>>, when: 'now' | 'then'): Access {
  const permissions = (answer[when] as readonly Right[]).map(
    ({ subject, action, fields }) =>
      ({ subject, action, fields: (fields ?? '').split(',').filter(Boolean) }) as Permission,
  )
  if (answer[`everything_${when}`] === true) return { accessible_pages: [EVERYTHING], permissions }
  const access = { accessible_pages: [], permissions }
  return { accessible_pages: SUBJECTS.filter((subject) => can(access, 'read', subject)), permissions }
}

/** What one person gains or loses. */
export type AccessEffect = { is: 'gained' | 'lost' } & (
  | { what: 'right'; subject: Subject; action: Action }
  /** More fields of a subject of which they could read some already, or fewer. */
  | { what: 'fields'; subject: Subject }
  /** The records of a store; null: of all others. */
  | { what: 'records'; store: string | null }
  | { what: 'everything' }
)

/** `fields` stands in the place of an action: more fields of a subject that can be read already. */
const FIELDS = 'fields'
const storesOf = (text: unknown): Stores =>
  typeof text !== 'string' ? null : text === NO_STORE ? [] : text.split(', ')

/** The rights of the second access that the first one does not have. */
const rightsAdded = (before: Access, after: Access): string[] =>
  SUBJECTS.flatMap((subject) => {
    const rights = ACTIONS.filter((action) => can(after, action, subject) && !can(before, action, subject))
    const [had, has] = [rightsOn(before, subject).read, rightsOn(after, subject).read]
    const hasMore =
      had.length > 0 &&
      !had.includes(EVERYTHING) &&
      (has.includes(EVERYTHING) || has.some((each) => !had.includes(each)))
    return [...rights, ...(hasMore ? [FIELDS] : [])].map((right) => `${right}:${subject}`)
  })
const accessAdded = (before: Access, after: Access): string[] => {
  if (hasEverything(before)) return []
  return hasEverything(after) ? [EVERYTHING] : rightsAdded(before, after)
}
/** The stores of the second list that the first one does not have. */
function storesAdded(before: Stores, after: Stores): string[] {
  if (before === null) return []
  return after === null ? ['store'] : after.filter((code) => !before.includes(code)).map((code) => `store:${code}`)
}

/**
 * @param answer of a preview with the fields above
 * @returns what the person gains (`+`) and loses (`-`), to be added up over people: `+read:Users`, `-fields:Users`,
 * `-store:ALPHA`, `+store` (all other stores), `+*` (every right)
 */
export function accessEffects(answer: Readonly<Record<string, unknown>>): string[] {
  const [now, then] = [accessIn(answer, 'now'), accessIn(answer, 'then')]
  const [storesNow, storesThen] = [storesOf(answer.stores_now), storesOf(answer.stores_then)]
  return [
    ...[...accessAdded(now, then), ...storesAdded(storesNow, storesThen)].map((effect) => `+${effect}`),
    ...[...accessAdded(then, now), ...storesAdded(storesThen, storesNow)].map((effect) => `-${effect}`),
  ]
}

/** @param effect one of `accessEffects` @returns null if it is of a later version of the platform */
export function readAccessEffect(effect: string): AccessEffect | null {
  const is = effect.startsWith('+') ? 'gained' : 'lost'
  const [what = '', ...rest] = effect.slice(1).split(':')
  const of = rest.join(':')
  if (what === EVERYTHING) return { is, what: 'everything' }
  if (what === 'store') return { is, what: 'records', store: of || null }
  const subject = SUBJECTS.find((each) => each === of)
  if (!subject) return null
  if (what === FIELDS) return { is, what: 'fields', subject }
  const action = ACTIONS.find((each) => each === what)
  return action ? { is, what: 'right', subject, action } : null
}
