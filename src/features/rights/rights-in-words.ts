/** A person's rights in words: for each page in the menu's order, the allowed actions (spec 6). Pure. */
import { EVERYTHING, hasEverything, rightsOn, SUBJECTS, type Access, type Subject } from '@contract/permissions'
import { SECTIONS, type Section } from '@resources/page'
import { PAGES } from '@resources/pages'
import { subjectWords } from '../subject-words'

/** One subject and the actions that are allowed on it. */
export interface RightInWords {
  subject: Subject
  /** e.g. 'Admins' */
  title: string
  /** e.g. 'read, add, change, disable' */
  may: string
}
export interface RightsSection {
  title: Section | 'Other'
  rights: RightInWords[]
}

const sectionOf = (subject: Subject): RightsSection['title'] =>
  PAGES.find(({ menu, subjects }) => menu && subjects.includes(subject))?.menu?.section ?? 'Other'

/** @returns '' if nothing is allowed */
function actionsOn(access: Access, subject: Subject): string {
  const { read, create, update, enable_disable } = rightsOn(access, subject)
  const fields = read.length === 1 ? '1 field' : `${read.length} fields`
  return [
    read.length > 0 && (read.includes(EVERYTHING) ? 'read' : `read ${fields}`),
    create && 'add',
    update && 'change',
    enable_disable && 'disable',
  ]
    .filter(Boolean)
    .join(', ')
}

/** @returns 'everything' for '*', otherwise the sections of the menu with the allowed actions in each */
export function rightsInWords(access: Access): 'everything' | RightsSection[] {
  if (hasEverything(access)) return 'everything'
  const rights = SUBJECTS.map((subject) => ({
    subject,
    title: subjectWords(subject),
    may: actionsOn(access, subject),
  })).filter(({ may }) => may)
  return ([...SECTIONS, 'Other'] as const)
    .map((title) => ({ title, rights: rights.filter(({ subject }) => sectionOf(subject) === title) }))
    .filter((section) => section.rights.length > 0)
}
