/**
 * The machines in words and as Mermaid: docs/statecharts, one page for each. `npm run diagrams` generates them, and a test fails
 * when they differ, so that a removed transition, a swapped guard or a missing action appears in the reviewed diff.
 */
import { machineNames, machineOf } from '@tests/paths/kit/registry'
import { chartOf, dottedName, type Chart, type ChartState, type ChartTransition } from './chart'
import { RULES, type Rules } from './rules'

/** Mermaid accepts no dots in names. */
const idOf = (id: string) => id.replaceAll('.', '_')
const labelOf = ({ words, guard }: ChartTransition) => (guard === null ? words : `${words} [${guard}]`)
/** `shift.toggle [canStart] / assignWish`, in UML notation. */
const arrowLabelOf = (transition: ChartTransition) =>
  transition.actions.length === 0
    ? labelOf(transition)
    : `${labelOf(transition)} / ${transition.actions.map(withoutParams).join(', ')}`
const withoutParams = (action: string) => action.replace(/ \(.*\)$/s, '')
/** A colon or a semicolon would end the label. */
const quiet = (text: string) => text.replaceAll(/[:;]/g, ',')
const isInside = (id: string, outer: string) => id.startsWith(`${outer}.`)

/** Actions of a state on entry and exit: `entry / askStatus`. */
const doesIn = ({ entry, exit }: ChartState): string[] => [
  ...(entry.length > 0 ? [`entry / ${entry.map(withoutParams).join(', ')}`] : []),
  ...(exit.length > 0 ? [`exit / ${exit.map(withoutParams).join(', ')}`] : []),
]

function statesIn(chart: Chart, parent: ChartState, indent: string): string[] {
  const inner = chart.states.filter((state) => state.parent === parent.id)
  const lines = inner.flatMap((state, index) => {
    const isHolder = state.kind === 'compound' || state.kind === 'parallel'
    return [
      ...(parent.kind === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(state.isInitial && parent.kind !== 'parallel' ? [`${indent}[*] --> ${idOf(state.id)}`] : []),
      `${indent}state "${state.name}" as ${idOf(state.id)}${isHolder ? ' {' : ''}`,
      ...(isHolder
        ? [...statesIn(chart, state, `${indent}  `), `${indent}}`]
        : doesIn(state).map((line) => `${indent}${idOf(state.id)}: ${quiet(line)}`)),
      ...(state.kind === 'final' ? [`${indent}${idOf(state.id)} --> [*]`] : []),
    ]
  })
  return lines
}

/** Transitions between the same two states share an arrow. One between a state and its parent is only in the table, because Mermaid cannot draw it. */
function arrowsOf(chart: Chart): string[] {
  const byEnds = new Map<string, string[]>()
  for (const transition of chart.transitions) {
    const from = transition.from === chart.machine ? anyOf(chart) : transition.from
    for (const to of transition.to.filter((id) => !isInside(id, from) && !isInside(from, id))) {
      const ends = `${idOf(from)} --> ${idOf(to)}`
      byEnds.set(ends, [...new Set([...(byEnds.get(ends) ?? []), quiet(arrowLabelOf(transition))])])
    }
  }
  return [...byEnds].map(([ends, labels]) => `  ${ends}: ${labels.join('<br>')}`)
}

/** Represents the machine itself, where one of its own transitions has a target. */
const anyOf = ({ machine }: Chart) => `${machine}_any`

/** Regions must be inside a state. */
function mermaidOf(chart: Chart): string[] {
  const root = chart.states[0]!
  const hasAny = chart.transitions.some(({ from, to }) => from === root.id && to.length > 0)
  const inside =
    root.kind === 'parallel'
      ? [`  state "${root.name}" as ${idOf(root.id)} {`, ...statesIn(chart, root, '    '), '  }']
      : statesIn(chart, root, '  ')
  return [
    'stateDiagram-v2',
    ...(hasAny ? [`  state "any state" as ${anyOf(chart)}`] : []),
    ...inside,
    ...arrowsOf(chart),
  ]
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`

function outcomeOf(chart: Chart, { to, isLock, isReentry }: ChartTransition): string {
  if (isLock) return 'ignored'
  if (isReentry) return `\`${dottedName(chart, to[0]!)}\`, entered again`
  return to.length === 0 ? 'stays' : to.map((id) => `\`${dottedName(chart, id)}\``).join(', ')
}

/** What a machine ignores and must never do, which its definition cannot express. */
const rulesOf = ({ locks, mustNever }: Rules): string[] => [
  '## Locks',
  typeof locks === 'string'
    ? locks
    : [
        row('ignored', 'in', 'until when'),
        row('---', '---', '---'),
        ...locks.map(({ ignores, in: states, until }) =>
          row(ignores, states.map((state) => `\`${state}\``).join(', '), until),
        ),
      ].join('\n'),
  '## Must never',
  [
    row('what must never happen', 'the test that fails where it does'),
    row('---', '---'),
    ...mustNever.map(({ never, heldBy: [file, words] }) => row(never, `“${words}” in \`${file}\``)),
  ].join('\n'),
]

/** @returns the page of a machine, in Markdown */
export function pageOf(chart: Chart, rules?: Rules): string {
  const states = chart.states.slice(1)
  const described = chart.states.filter(
    ({ description, shows, invokes, entry, exit }) =>
      description || shows || invokes.length + entry.length + exit.length > 0,
  )
  const delays = Object.entries(chart.delays)
  const leaves = states.filter(({ kind }) => kind === 'leaf' || kind === 'final')
  return [
    `# ${chart.machine}`,
    `Generated by \`npm run diagrams\` from the machine; do not edit. Review its diff: it is what the machine is approved to do. ${leaves.length} states, ${chart.transitions.length} transitions.`,
    ...(rules ? [rules.about] : []),
    ['```mermaid', ...mermaidOf(chart), '```'].join('\n'),
    '## States',
    [
      row('state', 'what it is', 'what is shown', 'tags', 'runs', 'on entry', 'on exit'),
      row('---', '---', '---', '---', '---', '---', '---'),
      ...described.map((state) =>
        row(
          state.parent === null
            ? 'any state'
            : `\`${dottedName(chart, state.id)}\`${state.kind === 'final' ? ', the end' : ''}`,
          state.description,
          state.shows,
          state.tags.join(', '),
          state.invokes.join(', '),
          state.entry.join(', '),
          state.exit.join(', '),
        ),
      ),
    ].join('\n'),
    ...(rules ? rulesOf(rules) : []),
    '## Transitions',
    [
      row('in', 'on', 'leads to', 'does'),
      row('---', '---', '---', '---'),
      ...chart.transitions.map((transition) =>
        row(
          transition.from === chart.machine ? 'any state' : `\`${dottedName(chart, transition.from)}\``,
          labelOf(transition),
          outcomeOf(chart, transition),
          transition.actions.join(', '),
        ),
      ),
    ].join('\n'),
    ...(delays.length > 0
      ? [
          '## Delays',
          [
            row('delay', 'milliseconds'),
            row('---', '---'),
            ...delays.map(([name, length]) =>
              row(name, length === null ? 'the implementations decide' : String(length)),
            ),
          ].join('\n'),
        ]
      : []),
  ]
    .join('\n\n')
    .concat('\n')
}

/** @returns the list of all pages, in Markdown */
const contentsOf = (pages: readonly { name: string; chart: Chart }[]): string =>
  [
    '# Statecharts',
    'Every machine of the console, generated from its definition by `npm run diagrams`; a test fails when a page is stale. A page shows every transition with its guard and its actions, so its diff is where a change of behaviour is reviewed and approved. The rows below are what design and QA hold a machine to. Storybook shows the same charts live in its panel “Statechart”, and all states of a machine side by side under “Statecharts”.',
    [
      row('machine', 'states (leaves)', 'events', 'must never'),
      row('---', '---', '---', '---'),
      ...pages.map(({ name, chart }) =>
        row(
          `[${chart.machine}](${name}.md)`,
          chart.states
            .filter(({ kind }) => kind === 'leaf' || kind === 'final')
            .map((state) => state.name)
            .join(', '),
          chart.events.join(', '),
          (RULES[name]?.mustNever ?? []).map(({ never }) => never).join('; '),
        ),
      ),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')

/** @returns every file of docs/statecharts: its name and its text */
export async function diagrams(): Promise<Map<string, string>> {
  const pages = await Promise.all(machineNames().map(async (name) => ({ name, chart: chartOf(await machineOf(name)) })))
  return new Map([
    ['README.md', contentsOf(pages)],
    ...pages.map(({ name, chart }): [string, string] => [`${name}.md`, pageOf(chart, RULES[name])]),
  ])
}
