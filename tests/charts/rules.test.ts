/** Every machine's rules list what it ignores and what it must never do; this test checks each lock against the machine, and that each 'never' has its test. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createMachine, type AnyStateMachine, type AnyStateNode } from 'xstate'
import { leavesOf } from '@tests/paths/kit/anatomy'
import { camelCase, machineNames, machineOf } from '@tests/paths/kit/registry'
import { chartOf } from './chart'
import { pageOf } from './diagrams'
import { RULES, type Rules } from './rules'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** @returns whether some state around the leaf, or the leaf itself, gives the event an effect */
function hasEffect(leaf: AnyStateNode, event: string): boolean {
  for (let node: AnyStateNode | undefined = leaf; node; node = node.parent) {
    const on = (node.config.on ?? {}) as Readonly<Record<string, unknown>>
    // `{}` is a transition that does nothing.
    if (Object.hasOwn(on, event)) return Object.keys(on[event] ?? {}).length > 0
  }
  return false
}
/** @returns what is wrong with the rules of a machine */
function wrongIn(machine: AnyStateMachine, rules: Rules | undefined): string[] {
  if (!rules) return ['it has no rules']
  const { about, locks, mustNever } = rules
  const leaves = new Map(leavesOf(machine).map((leaf) => [leaf.key, leaf]))
  const events = new Set(machine.events as readonly string[])
  const isSentence = (text: string) => /^\p{Lu}.*\.$/u.test(text)
  const wrongLocks =
    typeof locks === 'string'
      ? isSentence(locks)
        ? []
        : ['it does not say why it needs no lock']
      : locks.flatMap(({ ignores, in: states }) => [
          ...(events.has(ignores) ? [] : [`there is no event ${ignores}`]),
          ...states.flatMap((state) => {
            const leaf = leaves.get(state)
            if (!leaf) return [`there is no state ${state}`]
            return hasEffect(leaf, ignores) ? [`${ignores} has an effect in ${state}`] : []
          }),
        ])
  return [
    ...(isSentence(about) ? [] : ['it does not say what the machine is for']),
    ...(locks.length > 0 ? [] : ['it names no lock']),
    ...wrongLocks,
    ...(mustNever.length > 0 ? [] : ['it does not say what must never happen']),
    ...mustNever.flatMap(({ never, heldBy: [file, words] }) =>
      existsSync(fileOf(file)) && readFileSync(fileOf(file), 'utf8').includes(words)
        ? []
        : [`no test in ${file} holds that it must never ${never}`],
    ),
  ]
}

test.each(machineNames())('%s', async (name) => {
  const machine = await machineOf(name)
  expect(wrongIn(machine, RULES[name])).toEqual([])
  // The panel and the stories find a machine by its id.
  expect(machine.id).toBe(camelCase(name))
})

test('there are no rules for a machine that does not exist', () => {
  expect(Object.keys(RULES).filter((name) => !machineNames().includes(name))).toEqual([])
})

describe('rules are wrong', () => {
  const door = createMachine({
    id: 'door',
    initial: 'shut',
    on: { knock: '.open' },
    states: { shut: {}, open: { on: { knock: undefined } }, stuck: { on: { kick: 'open' } } },
  })
  const sound: Rules = {
    about: 'A door.',
    locks: [{ ignores: 'knock', in: ['open'], until: 'until it is shut' }],
    mustNever: [{ never: 'fall out of its frame', heldBy: ['tests/charts/rules.test.ts', 'rules are wrong'] }],
  }
  test('not where they are complete', () => expect(wrongIn(door, sound)).toEqual([]))
  test.each<[string, Rules | undefined, string]>([
    ['where there are none', undefined, 'it has no rules'],
    ['where nothing must never happen', { ...sound, mustNever: [] }, 'it does not say what must never happen'],
    ['where no lock is named', { ...sound, locks: [] }, 'it names no lock'],
    [
      'where a state around it handles the event',
      { ...sound, locks: [{ ignores: 'knock', in: ['shut'], until: 'never' }] },
      'knock has an effect in shut',
    ],
    [
      'where the state is gone',
      { ...sound, locks: [{ ignores: 'knock', in: ['ajar'], until: 'never' }] },
      'there is no state ajar',
    ],
    [
      'where the event is gone',
      { ...sound, locks: [{ ignores: 'ring', in: ['open'], until: 'never' }] },
      'there is no event ring',
    ],
    [
      'where the test is gone',
      { ...sound, mustNever: [{ never: 'burn', heldBy: ['tests/charts/gone.test.ts', 'burns'] }] },
      'no test in tests/charts/gone.test.ts holds that it must never burn',
    ],
  ])('%s', (_title, rules, wrong) => expect(wrongIn(door, rules)).toEqual([wrong]))
})

test('a page says what a machine is for, ignores and must never do', () => {
  const page = pageOf(
    chartOf(createMachine({ id: 'door', initial: 'open', states: { open: { on: { knock: undefined } } } })),
    {
      about: 'A door.',
      locks: [{ ignores: 'knock', in: ['open'], until: 'until it is shut' }],
      mustNever: [{ never: 'fall out of its frame', heldBy: ['tests/charts/rules.test.ts', 'a page says'] }],
    },
  )
  expect(page).toContain('A door.')
  expect(page).toContain('| knock | `open` | until it is shut |')
  expect(page).toContain('| fall out of its frame | “a page says” in `tests/charts/rules.test.ts` |')
})
