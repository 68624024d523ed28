/** What a change of a person's rights means in words, with the titles of the menu. Pure. */
import { EVERYTHING, hasEverything, rightsOn, SUBJECTS, type Access, type Subject } from '@contract/permissions'
import { menuFor } from '@resources/menu'
import { listed, rightsInWords, type RightsSection } from '../../shared/rights-in-words'
import { subjectWords } from '../../shared/subject-words'

export interface AccessChangeWords {
  /** Titles of menu entries. */
  appears: string[]
  leaves: string[]
  /** 'Shift templates: read, add and change.' */
  gains: string[]
  loses: string[]
  now: 'everything' | RightsSection[]
  then: 'everything' | RightsSection[]
}

const titlesIn = (access: Access, role: string): string[] =>
  menuFor(access, role).flatMap(({ items }) =>
    items.flatMap(({ title, subItem }) =>
      subItem.length > 0 ? subItem.map((below) => `${title} › ${below.title}`) : [title],
    ),
  )

/** The verbs that the second access allows on a subject and the first one does not. */
function added(before: Access, after: Access, subject: Subject): string[] {
  const [had, has] = [rightsOn(before, subject), rightsOn(after, subject)]
  const more = has.read.includes(EVERYTHING)
    ? !had.read.includes(EVERYTHING)
    : !had.read.includes(EVERYTHING) && has.read.some((field) => !had.read.includes(field))
  return [
    more && (had.read.length > 0 ? 'read more fields' : 'read'),
    has.create && !had.create && 'add',
    has.update && !had.update && 'change',
    has.enable_disable && !had.enable_disable && 'disable',
  ].filter((verb) => verb !== false)
}
const allAdded = (before: Access, after: Access): string[] =>
  SUBJECTS.flatMap((subject) => {
    const verbs = added(before, after, subject)
    return verbs.length > 0 ? [`${subjectWords(subject)}: ${listed(verbs)}.`] : []
  })

/** @param role of the person, which hides some entries of the menu */
export function accessChangeInWords(now: Access, then: Access, role: string): AccessChangeWords {
  const [before, after] = [titlesIn(now, role), titlesIn(then, role)]
  return {
    appears: after.filter((title) => !before.includes(title)),
    leaves: before.filter((title) => !after.includes(title)),
    gains: hasEverything(then) && !hasEverything(now) ? ['Every right on every page.'] : allAdded(now, then),
    loses: allAdded(then, now),
    now: rightsInWords(now, 'they'),
    then: rightsInWords(then, 'they'),
  }
}
