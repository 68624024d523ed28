/** A person's rights in words: a sentence for each page, in the menu's order (spec 6). Pure. */
import { EVERYTHING, hasEverything, rightsOn, SUBJECTS, type Access, type Subject } from '@contract/permissions'
import { SECTIONS, type Section } from '@resources/page'
import { PAGES } from '@resources/pages'
import { subjectWords } from './subject-words'

export interface RightsSection {
  title: Section | 'Other'
  /** e.g. 'Admins: you may read, add and change.' */
  sentences: string[]
}

/** Whom the sentences address, or are about. */
type Who = 'you' | 'they'

const sectionOf = (subject: Subject): RightsSection['title'] =>
  PAGES.find(({ menu, subjects }) => menu && subjects.includes(subject))?.menu?.section ?? 'Other'

/** 'read, add and change' */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** @returns null if nothing is allowed */
function sentenceOn(access: Access, subject: Subject, who: Who): string | null {
  const { read, create, update, enable_disable } = rightsOn(access, subject)
  const fields = read.length === 1 ? 'one field' : `${read.length} fields`
  const may = [
    read.length > 0 && (read.includes(EVERYTHING) ? 'read' : `read ${fields}`),
    create && 'add',
    update && 'change',
    enable_disable && 'disable',
  ].filter((word) => word !== false)
  return may.length > 0 ? `${subjectWords(subject)}: ${who} may ${listed(may)}.` : null
}

/** @returns 'everything' for '*', otherwise the sections of the menu with a sentence for each subject */
export function rightsInWords(access: Access, who: Who = 'you'): 'everything' | RightsSection[] {
  if (hasEverything(access)) return 'everything'
  return ([...SECTIONS, 'Other'] as const)
    .map((title) => ({
      title,
      sentences: SUBJECTS.filter((subject) => sectionOf(subject) === title).flatMap(
        (subject) => sentenceOn(access, subject, who) ?? [],
      ),
    }))
    .filter(({ sentences }) => sentences.length > 0)
}
