/** Places the states and transitions of a machine: layers by elkjs, which only Storybook loads, when the panel first requests it. */
import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { Chart, ChartState, ChartTransition } from '../../tests/charts/chart'
import type { Drawing, Edge, Point, StateBox } from './protocol'

/** The text is monospaced: a letter is 0.6 of the font size wide, so that nothing has to be measured. */
export const TEXT = { name: 12, line: 11, label: 11, lineHeight: 16 } as const
const widthOf = (text: string, size: number) => Math.ceil(text.length * size * 0.6)

const HEAD = 32
const PADDING = 14
const DISC = 8

const LAYOUT = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
}

const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`)
const wordsOf = ({ words, guard }: ChartTransition) => (guard === null ? words : `${words} [${guard}]`)
const shortName = (machine: string, id: string) => id.slice(machine.length + 1)

/** Shown in the state's own box: transitions without a target, and those from a state to one inside it. */
const isLine = ({ from, to }: ChartTransition) =>
  to.length === 0 || to.some((target) => target !== from && isInside(target, from))

function lineOf(machine: string, transition: ChartTransition): string {
  if (transition.isLock) return `${wordsOf(transition)} ignored`
  if (transition.to.length === 0) return `${wordsOf(transition)} stays`
  return `${wordsOf(transition)} → ${transition.to.map((id) => shortName(machine, id)).join(', ')}`
}
const linesOf = (chart: Chart, state: ChartState) => [
  ...state.invokes.map((invoked) => `runs ${invoked}`),
  ...new Set(
    chart.transitions
      .filter((transition) => transition.from === state.id && isLine(transition))
      .map((transition) => lineOf(chart.machine, transition)),
  ),
]

/** Transitions between the same two states share a line, with several labels. */
function edgesOf(chart: Chart): { id: string; from: string; to: string; transitions: ChartTransition[] }[] {
  const byEnds = new Map<string, { id: string; from: string; to: string; transitions: ChartTransition[] }>()
  for (const transition of chart.transitions.filter((one) => !isLine(one))) {
    for (const to of transition.to) {
      const id = `${transition.from} → ${to}`
      const edge = byEnds.get(id) ?? { id, from: transition.from, to, transitions: [] }
      edge.transitions.push(transition)
      byEnds.set(id, edge)
    }
  }
  return [...byEnds.values()]
}

function nodeOf(chart: Chart, state: ChartState): ElkNode {
  const lines = linesOf(chart, state)
  const inner = chart.states.filter(({ parent }) => parent === state.id)
  const head = HEAD + lines.length * TEXT.lineHeight
  const width = Math.max(widthOf(state.name, TEXT.name), ...lines.map((line) => widthOf(line, TEXT.line))) + 2 * PADDING
  if (inner.length === 0) return { id: state.id, width, height: head + (lines.length > 0 ? 6 : 0) }
  const first = inner.find(({ isInitial }) => isInitial)
  return {
    id: state.id,
    layoutOptions: {
      'elk.padding': `[top=${head + 12},left=${PADDING},bottom=${PADDING},right=${PADDING}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${head})`,
    },
    children: [
      ...(first && state.kind !== 'parallel' ? [{ id: `start of ${state.id}`, width: DISC, height: DISC }] : []),
      ...inner.map((child) => nodeOf(chart, child)),
    ],
  }
}

let elk: Promise<ELK> | undefined
const loadElk = async (): Promise<ELK> => new (await import('elkjs/lib/elk.bundled.js')).default()

const pointsOf = ({ sections = [] }: ElkExtendedEdge): Point[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])

/** @returns the machine with all positions; always the same for the same machine */
export async function drawingOf(chart: Chart): Promise<Drawing> {
  const edges = edgesOf(chart)
  const starts = chart.states.filter(({ isInitial }) => isInitial)
  const labels = new Map(edges.map(({ id, transitions }) => [id, [...new Set(transitions.map(wordsOf))]]))
  const root: ElkNode = {
    id: '(page)',
    layoutOptions: LAYOUT,
    children: chart.states.filter(({ parent }) => parent === null).map((state) => nodeOf(chart, state)),
    edges: [
      ...starts.map(({ id, parent }) => ({ id: `start ${id}`, sources: [`start of ${parent}`], targets: [id] })),
      ...edges.map(({ id, from, to }) => {
        const lines = labels.get(id)!
        return {
          id,
          sources: [from],
          targets: [to],
          labels: [
            {
              id: `label ${id}`,
              text: lines.join('\n'),
              width: Math.max(...lines.map((line) => widthOf(line, TEXT.label))) + 8,
              height: lines.length * TEXT.lineHeight,
              layoutOptions: { 'elk.edgeLabels.placement': 'CENTER' },
            },
          ],
        }
      }),
    ],
  }
  const placed = await (await (elk ??= loadElk())).layout(root)
  const nodes = new Map<string, ElkNode>()
  const collect = (node: ElkNode) => {
    nodes.set(node.id, node)
    node.children?.forEach(collect)
  }
  collect(placed)
  const lines = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]))
  const place = ({ x = 0, y = 0, width = 0, height = 0 }: ElkNode) => ({ x, y, width, height })
  return {
    machine: chart.machine,
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: chart.states.map((state): StateBox => ({
      state,
      lines: linesOf(chart, state),
      ...place(nodes.get(state.id)!),
    })),
    starts: starts.map(({ id, parent }) => {
      const disc = place(nodes.get(`start of ${parent}`)!)
      return { at: { x: disc.x + DISC / 2, y: disc.y + DISC / 2 }, points: pointsOf(lines.get(`start ${id}`)!) }
    }),
    edges: edges.map(({ id, transitions }): Edge => {
      const edge = lines.get(id)!
      return {
        transitions,
        points: pointsOf(edge),
        label: { ...place((edge.labels?.[0] ?? {}) as ElkNode), lines: labels.get(id)! },
      }
    }),
  }
}
