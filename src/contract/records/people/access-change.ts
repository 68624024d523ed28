/** What a change of a person's rights would do: their access before and after, as the answer of a preview. */
import { can, EVERYTHING, hasEverything, SUBJECTS, type Access, type Action, type Permission } from '../../permissions'
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

const rightsIn = ({ permissions }: Access): Right[] =>
  permissions.map(({ subject, action, fields }) => ({ subject, action, fields: fields.join(',') }))
const storesIn = (stores: Stores) => (stores === null ? null : stores.toSorted().join(', ') || 'no store')

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
