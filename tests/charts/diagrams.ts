/** The machines in words and as Mermaid: docs/statecharts, one page a machine. `npm run diagrams` writes them, a test compares. */
import { machineNames, machineOf } from '@tests/paths/kit/registry'
import { chartOf, dottedName, type Chart, type ChartState, type ChartTransition } from './chart'

/** Mermaid takes no dots in names. */
const idOf = (id: string) => id.replaceAll('.', '_')
const labelOf = ({ words, guard }: ChartTransition) => (guard === null ? words : `${words} [${guard}]`)
/** A colon or a semicolon would end a label. */
const quiet = (text: string) => text.replaceAll(/[:;]/g, ',')
const isInside = (id: string, outer: string) => id.startsWith(`${outer}.`)

function statesIn(chart: Chart, parent: ChartState, indent: string): string[] {
  const inner = chart.states.filter((state) => state.parent === parent.id)
  const lines = inner.flatMap((state, index) => {
    const isHolder = state.kind === 'compound' || state.kind === 'parallel'
    return [
      ...(parent.kind === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(state.isInitial && parent.kind !== 'parallel' ? [`${indent}[*] --> ${idOf(state.id)}`] : []),
      `${indent}state "${state.name}" as ${idOf(state.id)}${isHolder ? ' {' : ''}`,
      ...(isHolder ? [...statesIn(chart, state, `${indent}  `), `${indent}}`] : []),
      ...(state.kind === 'final' ? [`${indent}${idOf(state.id)} --> [*]`] : []),
    ]
  })
  return lines
}

/** Transitions between the same two states share an arrow. One between a state and what it holds stands in the table alone: Mermaid cannot draw it. */
function arrowsOf(chart: Chart): string[] {
  const byEnds = new Map<string, string[]>()
  for (const transition of chart.transitions) {
    const from = transition.from === chart.machine ? anyOf(chart) : transition.from
    for (const to of transition.to.filter((id) => !isInside(id, from) && !isInside(from, id))) {
      const ends = `${idOf(from)} --> ${idOf(to)}`
      byEnds.set(ends, [...new Set([...(byEnds.get(ends) ?? []), quiet(labelOf(transition))])])
    }
  }
  return [...byEnds].map(([ends, labels]) => `  ${ends}: ${labels.join('<br>')}`)
}

/** Stands for the machine itself, where what it does leads somewhere. */
const anyOf = ({ machine }: Chart) => `${machine}_any`

/** Regions need a state around them. */
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

function outcomeOf(chart: Chart, { to, isLock }: ChartTransition): string {
  if (isLock) return 'ignored'
  return to.length === 0 ? 'stays' : to.map((id) => `\`${dottedName(chart, id)}\``).join(', ')
}

/** @returns the page of a machine, in Markdown */
export function pageOf(chart: Chart): string {
  const states = chart.states.slice(1)
  const leaves = states.filter(({ kind }) => kind === 'leaf' || kind === 'final')
  return [
    `# ${chart.machine}`,
    `Made by \`npm run diagrams\` from the machine itself; not to be edited. ${leaves.length} states, ${chart.transitions.length} transitions.`,
    ['```mermaid', ...mermaidOf(chart), '```'].join('\n'),
    '## States',
    [
      row('state', 'what it is', 'what is shown', 'runs'),
      row('---', '---', '---', '---'),
      ...states
        .filter(({ description, shows, invokes }) => description || shows || invokes.length > 0)
        .map((state) =>
          row(
            `\`${dottedName(chart, state.id)}\`${state.kind === 'final' ? ', the end' : ''}`,
            state.description,
            state.shows,
            state.invokes.join(', '),
          ),
        ),
    ].join('\n'),
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
  ]
    .join('\n\n')
    .concat('\n')
}

/** @returns the list of all pages, in Markdown */
const contentsOf = (pages: readonly { name: string; chart: Chart }[]): string =>
  [
    '# Statecharts',
    'Every machine of the console, from its definition: `npm run diagrams` writes these pages, a test fails when they are stale. Live, with the states lit, they stand in Storybook’s panel “Statechart”; all states side by side stand there under “Statecharts”.',
    [
      row('machine', 'states', 'transitions'),
      row('---', '---', '---'),
      ...pages.map(({ name, chart }) =>
        row(
          `[${chart.machine}](${name}.md)`,
          String(chart.states.filter(({ kind }) => kind === 'leaf' || kind === 'final').length),
          String(chart.transitions.length),
        ),
      ),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')

/** @returns every file of docs/statecharts: its name and what must stand in it */
export async function diagrams(): Promise<Map<string, string>> {
  const pages = await Promise.all(machineNames().map(async (name) => ({ name, chart: chartOf(await machineOf(name)) })))
  return new Map([
    ['README.md', contentsOf(pages)],
    ...pages.map(({ name, chart }): [string, string] => [`${name}.md`, pageOf(chart)]),
  ])
}
