/** The people of the cases, with different rights, and what each of them receives. */
import { ACTIONS, type Action, type Permission } from '@contract/permissions'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import type { Client } from '../client'
import type { CaseRole, Environment } from '../environment'
import { inPart, type Row } from './oracle'

/** The people of the cases. Each has the same rights on all records. */
export type Person =
  /** All rights, in all stores. */
  | 'boss'
  /** May read every other field, nothing else. */
  | 'evens'
  /** May read the other half of the fields. */
  | 'odds'
  /** All rights except enabling and disabling. */
  | 'editor'
  /** May read, enable and disable. */
  | 'switcher'
  /** All rights, in a partner's store only. */
  | 'partner'
  /** May change records, but not read them. */
  | 'picker'
  /** No right on any record. */
  | 'stranger'

const subjects = [
  ...new Set(
    ALL_RECORDS.flatMap((record) => [
      record.subject,
      // An action may need the right to something else.
      ...Object.values(record.actions).flatMap(({ subject }) => subject ?? []),
    ]),
  ),
]
const onAll = (...actions: Action[]): Permission[] =>
  subjects.flatMap((subject) => actions.map((action) => ({ action, subject, fields: ['*'] })))
/** Every second one of the searched fields, and of the others; records of one subject share its rights. */
const half = (rest: 0 | 1): Permission[] =>
  [...new Set(ALL_RECORDS.map(({ subject }) => subject))].map((subject) => {
    const fields = ALL_RECORDS.filter((each) => each.subject === subject).flatMap(({ allFields }) =>
      Object.entries(allFields),
    )
    const names = [...new Set(fields.map(([name]) => name))]
    const isSearched = (name: string) => fields.some(([each, { search }]) => each === name && search)
    const inTurn = [...names.filter(isSearched), ...names.filter((name) => !isSearched(name))]
    const own = inTurn.filter((_name, index) => index % 2 === rest)
    return { action: 'read', subject, fields: names.filter((name) => own.includes(name)) }
  })
const PERMISSIONS: Readonly<Record<Exclude<Person, 'boss'>, Permission[]>> = {
  evens: half(0),
  odds: half(1),
  editor: onAll('create', 'read', 'update'),
  switcher: onAll('read', 'delete'),
  partner: onAll(...ACTIONS),
  picker: onAll('update'),
  stranger: [{ action: 'read', subject: 'Dashboard', fields: ['*'] }],
}
export const roleOf = (person: Exclude<Person, 'boss'>): CaseRole => ({
  name: `CONTRACT_${person.toUpperCase()}`,
  permissions: PERMISSIONS[person],
  isPartner: person === 'partner',
})

/** The client of a person. @throws NotPossible where no account has these rights */
export const clientOf = (on: Environment, person: Person): Promise<Client> =>
  person === 'boss'
    ? on.whoMay(
        ...subjects.flatMap((subject) => ACTIONS.map((action) => [action, subject] as [Action, typeof subject])),
      )
    : on.inRole(roleOf(person))

/** Names of the fields that a person may read of a record, in the contract's order. */
export function fieldsOf(person: Person, { subject, allFields }: RecordDefinition): string[] {
  const names = Object.keys(allFields)
  if (person === 'boss') return names
  const read = PERMISSIONS[person].flatMap((each) =>
    each.action === 'read' && each.subject === subject ? each.fields : [],
  )
  return read.includes('*') ? names : names.filter((name) => read.includes(name))
}

/** The record whose field of the same name unmasks this one for its readers. */
const whoseRightsUnmask = ({ maskedUnless }: Field): RecordDefinition =>
  ALL_RECORDS.find(({ subject }) => subject === maskedUnless)!
/** A reference is shown completely to whoever may read anything of the subject. */
const unmasks = (fields: readonly string[], name: string, { type }: Field) =>
  type.kind === 'reference' ? fields.length > 0 : fields.includes(name)
/** A row in the form that a person receives: masked where the field requires it. */
export const asSentTo = (person: Person, { allFields }: RecordDefinition, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(allFields).flatMap(([name, field]) =>
      field.maskedUnless === undefined || unmasks(fieldsOf(person, whoseRightsUnmask(field)), name, field)
        ? []
        : [[name, inPart(field, row[name])]],
    ),
  ),
})
