/** The name of a permission's subject for staff: the title of its page. */
import type { Subject } from '@contract/permissions'
import { PAGES } from '@resources/pages'

/** Who can grant a missing right: the last part of messages about missing rights. */
export const WHO_CAN_GRANT = 'A super admin, or whoever else may assign permissions, can grant it.'

/** 'TicketStatus' → 'Ticket status', for a subject that shares its page with another or has none. */
const split = (subject: Subject): string => subject.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** @returns e.g. 'Admins', 'Manual deposit', 'Audit log' */
export function subjectWords(subject: Subject): string {
  const own = PAGES.find(({ menu, subjects }) => menu && subjects.length === 1 && subjects[0] === subject)
  if (!own?.menu) return split(subject)
  return own.title
}
