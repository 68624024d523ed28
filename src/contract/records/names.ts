/** Who may read the names of records, for pickers (catalogue, All of them). */
import { can, canRead, type Access, type Action, type Subject } from '../permissions'
import { pickedFields, refersTo, writableFields, type Fields, type RecordDefinition } from './record'
import { ALL_RECORDS } from './records'

/** What people enter: the fields of forms, the input of actions and of questions, each with the right that it needs. */
const entered = ({ subject, fields, actions, preview }: RecordDefinition): [Action, Subject, Fields][] => [
  ...(['create', 'update'] as const).map((at): [Action, Subject, Fields] => [
    at,
    subject,
    Object.fromEntries(writableFields({ fields }, at)),
  ]),
  ...Object.values(actions).map(({ needs, subject: other = subject, asks = {} }): [Action, Subject, Fields] => [
    needs,
    other,
    asks,
  ]),
  ...(preview?.of === 'question' ? [[preview.needs, subject, preview.asks] as [Action, Subject, Fields]] : []),
]

/**
 * Whether a person may read the names of a record: those who may read its name, and those who may enter a value that refers to it. A
 * reference that only the platform writes offers nothing, so that the right to its record opens no names.
 */
export const mayReadNames = (record: RecordDefinition, access: Access): boolean =>
  pickedFields(record).every((field) => canRead(access, record.subject, field)) ||
  ALL_RECORDS.some((other) =>
    entered(other).some(([action, subject, fields]) => can(access, action, subject) && refersTo(fields, record.name)),
  )
