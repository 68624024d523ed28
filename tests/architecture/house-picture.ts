/**
 * The picture of the house: docs/architecture.svg. Rooms are boxes and imports are arrows, laid out by elkjs. It contains no numbers, so
 * that it changes only where an arrow or a room does.
 */
import type { ElkNode } from 'elkjs/lib/elk-api'
import { GROUPS, type Arrow, type Group } from './house'

/** Imported by almost every room: its arrows would hide the others. */
const NOT_DRAWN = 'src/contract'

/** The text is monospaced: a letter is 0.6 of the font size wide, so that nothing has to be measured. */
const TEXT = { title: 17, name: 16, label: 14, note: 14 } as const
const widthOf = (text: string, size: number) => Math.ceil(text.length * size * 0.61)
const BOX = { padding: 11, height: 54 } as const
const MARGIN = 20
const NOTE_LINE = 24
/** Less than between two lines. */
const ASKEW = 4

interface Point {
  x: number
  y: number
}
interface Box extends Point {
  width: number
  height: number
}
interface Line extends Pick<Arrow, 'from' | 'to' | 'kind'> {
  points: readonly Point[]
}

/** For the picture and for each frame: frames do not inherit it. */
const SPACING = {
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
}
const LAYOUT = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': `[top=${MARGIN},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
  ...SPACING,
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '100',
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
}
const TITLE_SPACE = 34
const padded = (top: number, bottom: number) => ({
  ...SPACING,
  'elk.padding': `[top=${top},left=14,bottom=${bottom},right=14]`,
})

/** A room without others needs no frame. */
const isAlone = ({ rooms }: Group) => Object.keys(rooms).length === 1
const innerOf = ({ title }: Group) => `the rooms of ${title}`
const isUnderRoot = (group: Group, folder: string) => folder !== group.root && folder in group.rooms

/** The group of a composition root that imports every other room of its group: one arrow stands for all of them. */
function groupUnder(folder: string, arrows: readonly Arrow[]): Group | undefined {
  const group = GROUPS.find(({ root }) => root === folder)
  const others = Object.keys(group?.rooms ?? {}).filter((other) => other !== folder)
  const isImported = (to: string) =>
    arrows.some((arrow) => arrow.from === folder && arrow.to === to && arrow.kind === 'static')
  return group && others.every(isImported) ? group : undefined
}

/** @returns the arrows to draw; one to a frame ends at `innerOf` its group */
function drawnOf(arrows: readonly Arrow[]): Arrow[] {
  const frames = new Map(
    GROUPS.flatMap(({ root }) => {
      const group = root === undefined ? undefined : groupUnder(root, arrows)
      return group ? [[group.root!, group] as const] : []
    }),
  )
  return [
    ...[...frames].map(([from, group]): Arrow => ({ from, to: innerOf(group), kind: 'static' })),
    ...arrows.filter(({ from, to }) => {
      const group = frames.get(from)
      return to !== NOT_DRAWN && !(group && isUnderRoot(group, to))
    }),
  ]
}

const roomNode = (folder: string, label: string): ElkNode => ({
  id: folder,
  width: Math.max(widthOf(folder, TEXT.name), widthOf(label, TEXT.label)) + 2 * BOX.padding,
  height: BOX.height,
})

/** Whether arrows from other groups reach it: from above, so that its title must be below. */
const isReached = ({ rooms }: Group, drawn: readonly Arrow[]) =>
  drawn.some(({ from, to }) => to in rooms && !(from in rooms))

function groupNode(group: Group, drawn: readonly Arrow[]): ElkNode {
  const nodes = Object.entries(group.rooms).map(([folder, { label }]) => roomNode(folder, label))
  if (isAlone(group)) return nodes[0]!
  return {
    id: group.title,
    layoutOptions: isReached(group, drawn) ? padded(18, TITLE_SPACE + 8) : padded(TITLE_SPACE + 8, 18),
    children: group.root
      ? [
          ...nodes.filter(({ id }) => id === group.root),
          {
            id: innerOf(group),
            layoutOptions: padded(20, 20),
            children: nodes.filter(({ id }) => id !== group.root),
          },
        ]
      : nodes,
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** A line that crosses a frame may be a pixel askew there. */
function straightened(points: readonly Point[]): Point[] {
  const done: Point[] = []
  for (const { x, y } of points) {
    const before = done.at(-1)
    done.push({ x: before && Math.abs(x - before.x) < ASKEW ? before.x : x, y })
  }
  return done
}

async function layOut(drawn: readonly Arrow[]) {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
  const placed = await new Elk().layout<ElkNode>({
    id: 'house',
    layoutOptions: LAYOUT,
    children: GROUPS.map((group) => groupNode(group, drawn)),
    edges: drawn.map(({ from, to }) => ({ id: `${from} ${to}`, sources: [from], targets: [to] })),
  })
  const boxes = new Map<string, Box>()
  const collect = ({ id, x = 0, y = 0, width = 0, height = 0, children = [] }: ElkNode) => {
    boxes.set(id, { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) })
    children.forEach(collect)
  }
  collect(placed)
  // Frames side by side begin at the same height.
  const frames = GROUPS.filter(({ root }) => root !== undefined).map(({ title }) => boxes.get(title)!)
  const top = Math.min(...frames.map(({ y }) => y))
  for (const frame of frames) {
    frame.height = rounded(frame.height + frame.y - top)
    frame.y = top
  }
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]))
  const lines = drawn.map((arrow): Line => {
    const [section] = edges.get(`${arrow.from} ${arrow.to}`)!.sections!
    const points = [section!.startPoint, ...(section!.bendPoints ?? []), section!.endPoint]
    return { ...arrow, points: straightened(points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }))) }
  })
  return { boxes, lines }
}

/** Explanations below the picture; the first two have a line before them. */
function notesOf(arrows: readonly Arrow[]): { line?: Arrow['kind']; text: string }[] {
  const folders = GROUPS.flatMap(({ rooms }) => Object.keys(rooms))
  const without = folders.filter(
    (folder) => folder !== NOT_DRAWN && !arrows.some(({ from, to }) => from === folder && to === NOT_DRAWN),
  )
  return [
    { line: 'static', text: 'imports at run time; an arrow to a frame: imports every room in it' },
    { line: 'type', text: 'imports only types, or code that is loaded late' },
    {
      text: `Not drawn: the imports of ${NOT_DRAWN}, by every room${without.length > 0 ? ` except ${without.join(', ')}` : ''};`,
    },
    { text: 'tests and .storybook, which may import everything, and which no room imports.' },
  ]
}

const STYLE = `
    svg { color-scheme: light dark }
    text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; fill: #1f2430 }
    .page { fill: #ffffff }
    .frame { fill: #f4f6f9; stroke: #c3cad6 }
    .inner { fill: #e9edf3; stroke: #c3cad6 }
    .room { fill: #ffffff; stroke: #6b7688 }
    .name { font-size: ${TEXT.name}px; font-weight: 600 }
    .title { font-size: ${TEXT.title}px; font-weight: 700 }
    .label, .note { font-size: ${TEXT.label}px; fill: #4a5364 }
    .arrow { fill: none; stroke: #2f5d9e; stroke-width: 1.6; stroke-linejoin: round }
    .late { stroke-dasharray: 6 4 }
    .tip { fill: #2f5d9e }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6e9ef }
      .page { fill: #12151b }
      .frame { fill: #191d25; stroke: #3a4352 }
      .inner { fill: #20252f; stroke: #3a4352 }
      .room { fill: #12151b; stroke: #8591a5 }
      .label, .note { fill: #aeb7c6 }
      .arrow { stroke: #7fb0f5 }
      .tip { fill: #7fb0f5 }
    }
  `

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const rect = (kind: string, { x, y, width, height }: Box, radius: number) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`
const textAt = (kind: string, { x, y }: Point, text: string, anchor = '') =>
  `<text class="${kind}" x="${rounded(x)}" y="${rounded(y)}"${anchor}>${escaped(text)}</text>`
const lineClass = (kind: Arrow['kind']) => (kind === 'static' ? 'arrow' : 'arrow late')
const pathOf = (points: readonly Point[]) => points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('')

/** @returns the picture, as SVG: always the same for the same arrows */
export async function pictureOf(arrows: readonly Arrow[]): Promise<string> {
  const drawn = drawnOf(arrows)
  const { boxes, lines } = await layOut(drawn)
  const page = boxes.get('house')!
  const notes = notesOf(arrows)
  const noteX = MARGIN + 64
  const width = Math.ceil(
    Math.max(page.width, noteX + Math.max(...notes.map(({ text }) => widthOf(text, TEXT.note))) + MARGIN),
  )
  const height = Math.ceil(page.height + notes.length * NOTE_LINE + MARGIN)
  const frames = GROUPS.filter((group) => !isAlone(group)).flatMap((group) => {
    const { x, y, height: frameHeight } = boxes.get(group.title)!
    const inner = boxes.get(innerOf(group))
    const titleY = isReached(group, drawn) ? y + frameHeight - 15 : y + 27
    return [
      rect('frame', boxes.get(group.title)!, 10),
      ...(inner ? [rect('inner', inner, 8)] : []),
      textAt('title', { x: x + 14, y: titleY }, group.title),
    ]
  })
  const rooms = GROUPS.flatMap((group) =>
    Object.entries(group.rooms).flatMap(([folder, { label }]) => {
      const box = boxes.get(folder)!
      const middle = box.x + box.width / 2
      return [
        rect('room', box, 6),
        textAt('name', { x: middle, y: box.y + 23 }, folder, ' text-anchor="middle"'),
        textAt('label', { x: middle, y: box.y + 42 }, label, ' text-anchor="middle"'),
      ]
    }),
  )
  const legend = notes.flatMap(({ line, text }, index) => {
    const y = page.height + index * NOTE_LINE + 16
    const sample = [
      { x: MARGIN, y: y - 5 },
      { x: MARGIN + 48, y: y - 5 },
    ]
    return [
      ...(line ? [`<path class="${lineClass(line)}" marker-end="url(#tip)" d="${pathOf(sample)}"/>`] : []),
      textAt('note', { x: line ? noteX : MARGIN, y }, text),
    ]
  })
  const arrowPaths = lines.map(
    ({ from, to, kind, points }) =>
      `<path class="${lineClass(kind)}" marker-end="url(#tip)" d="${pathOf(points)}"><title>${escaped(`${from} → ${to}`)}</title></path>`,
  )
  return `${[
    '<!-- Generated by `npm run house` from the imports; do not edit. -->',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The rooms of the repository, and which imports which">`,
    `  <style>${STYLE}</style>`,
    '  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 1L10 5L0 9z"/></marker></defs>',
    ...[rect('page', { x: 0, y: 0, width, height }, 0), ...frames, ...arrowPaths, ...rooms, ...legend].map(
      (line) => `  ${line}`,
    ),
    '</svg>',
  ].join('\n')}\n`
}
