/** What a change of rights of many people adds up to, in words: how many gain or lose which right and which stores. Pure. */
import { SUBJECTS, type Action } from '@contract/permissions'
import { readAccessEffect, type AccessEffect } from '@contract/records/people/access-change'
import { listed } from '@features/shared/rights-in-words'
import { subjectWords } from '@features/shared/subject-words'

/** One line: what, and how many people it is about. */
export interface SumLine {
  text: string
  people: number
}

export interface AccessChangeSum {
  gains: SumLine[]
  loses: SumLine[]
  /** Of stores whose records they see afterwards, or no longer. */
  storesGained: SumLine[]
  storesLost: SumLine[]
}

const VERBS: Readonly<Record<Action, string>> = { create: 'add', read: 'read', update: 'change', delete: 'disable' }
/** The verbs in their usual order. */
const ORDER = ['read', 'read more fields', 'add', 'change', 'disable']
const verbOf = (effect: AccessEffect): string =>
  effect.what === 'right' ? VERBS[effect.action] : effect.what === 'fields' ? 'read more fields' : ''

const mostFirst = (lines: SumLine[]): SumLine[] => lines.toSorted((a, b) => b.people - a.people)

/** Rights on one subject that equally many people gain are one line: 'Users: read and change.' */
function rightLines(counted: readonly (readonly [AccessEffect, number])[]): SumLine[] {
  const all = counted.filter(([{ what }]) => what === 'everything')
  const lines = SUBJECTS.flatMap((subject) => {
    const verbs = new Map<number, string[]>()
    for (const [effect, people] of counted)
      if ('subject' in effect && effect.subject === subject)
        verbs.set(people, [...(verbs.get(people) ?? []), verbOf(effect)])
    return [...verbs].map(([people, each]) => ({
      text: `${subjectWords(subject)}: ${listed(each.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)))}.`,
      people,
    }))
  })
  return [...all.map(([, people]) => ({ text: 'Every right on every page.', people })), ...mostFirst(lines)]
}
const storeLines = (counted: readonly (readonly [AccessEffect, number])[]): SumLine[] =>
  mostFirst(
    counted.flatMap(([effect, people]) =>
      effect.what === 'records' ? [{ text: effect.store ?? 'All other stores', people }] : [],
    ),
  )

/** @param people what each of them gains and loses (contract, `accessEffects`) */
export function sumAccessChanges(people: readonly (readonly string[])[]): AccessChangeSum {
  const counts = new Map<string, number>()
  for (const effects of people) for (const effect of new Set(effects)) counts.set(effect, (counts.get(effect) ?? 0) + 1)
  const counted = [...counts].flatMap(([code, count]) => {
    const effect = readAccessEffect(code)
    return effect ? [[effect, count] as const] : []
  })
  const of = (is: AccessEffect['is']) => counted.filter(([effect]) => effect.is === is)
  return {
    gains: rightLines(of('gained')),
    loses: rightLines(of('lost')),
    storesGained: storeLines(of('gained')),
    storesLost: storeLines(of('lost')),
  }
}
