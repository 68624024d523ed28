/** @jsxRuntime classic */
import React, { useEffect, useRef } from 'react'
import type { Drawing, Edge, Point, StateBox, WatchedActor } from '../protocol'

const PADDING = 14
const LINE = 16

const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** A small triangle at the end of a line, pointing in its direction. */
function headOf(points: readonly Point[]): string {
  const [before, end] = points.slice(-2) as [Point, Point]
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length]
  const back = { x: end.x - dx * 7, y: end.y - dy * 7 }
  return `M${end.x} ${end.y}L${back.x - dy * 3.5} ${back.y + dx * 3.5}L${back.x + dy * 3.5} ${back.y - dx * 3.5}Z`
}

function State({ box, isLit }: { box: StateBox; isLit: boolean }) {
  const { state, x, y, width, height, lines } = box
  const kind = state.parent === null ? 'machine' : state.kind === 'leaf' || state.kind === 'final' ? 'box' : 'holder'
  const isCentred = kind === 'box' && lines.length === 0
  return (
    <g data-state={state.id} data-lit={isLit || undefined}>
      <title>{[state.description, state.shows && `Shows: ${state.shows}`].filter(Boolean).join(' ')}</title>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={kind === 'box' ? 8 : 10}
        className={`${kind} ${state.kind === 'final' ? 'final' : ''} ${isLit && kind !== 'machine' ? 'lit' : ''}`}
        strokeDasharray={state.kind === 'parallel' ? '5 4' : undefined}
      />
      <text
        x={isCentred ? x + width / 2 : x + PADDING}
        y={y + 20.5}
        fontSize={12}
        textAnchor={isCentred ? 'middle' : 'start'}
        fontWeight={kind === 'machine' ? 600 : 500}
        className={isLit && kind !== 'machine' ? 'lit-name' : undefined}
      >
        {state.name}
      </text>
      {lines.map((line, index) => (
        <text key={line} x={x + PADDING} y={y + 36 + index * LINE} fontSize={11} className="line">
          {line}
        </text>
      ))}
    </g>
  )
}

const Line = ({ edge: { points, label }, isOpen }: { edge: Edge; isOpen: boolean }) => (
  <g className={isOpen ? 'open' : undefined}>
    <path d={pathOf(points)} className="edge" />
    <path d={headOf(points)} className="head" />
    {label.lines.map((line, index) => (
      <text key={line} x={label.x + 4} y={label.y + 12 + index * LINE} fontSize={11} className="label">
        {line}
      </text>
    ))}
  </g>
)

/** Whether one of its transitions can be taken now: it leaves an active state, with an event that has a target. */
const isOpenNow = (edge: Edge, actor: WatchedActor) =>
  edge.transitions.some(
    ({ from, words }) =>
      actor.active.includes(from) &&
      actor.events.some(({ name }) => name === words || name.startsWith(`${words} `) || name.startsWith(`${words}:`)),
  )

interface Props {
  drawing: Drawing
  actor: WatchedActor
  /** 1: letters are as large as in the rest of the panel. */
  scale: number
}

/** A machine with the active states of its actor highlighted and scrolled into view. */
export function Chart({ drawing, actor, scale }: Props) {
  const svg = useRef<SVGSVGElement>(null)
  const stands = actor.leaves.join(' and ')
  useEffect(() => {
    const lit = [...(svg.current?.querySelectorAll('[data-lit] > .lit.box') ?? [])].at(-1)
    const scroller = svg.current?.parentElement
    if (!lit || !scroller) return
    // Scrolls only the chart, not its surroundings.
    const [inner, outer] = [lit.getBoundingClientRect(), scroller.getBoundingClientRect()]
    scroller.scrollBy({
      left: inner.x + inner.width / 2 - outer.x - outer.width / 2,
      top: inner.y + inner.height / 2 - outer.y - outer.height / 2,
    })
  }, [stands, scale, drawing])
  return (
    <svg
      ref={svg}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the colours of the theme
      role="img"
      aria-label={`Statechart of ${drawing.machine}, in ${stands}`}
      width={drawing.width * scale}
      height={drawing.height * scale}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
    >
      {drawing.boxes.map((box) => (
        <State key={box.state.id} box={box} isLit={actor.active.includes(box.state.id)} />
      ))}
      {drawing.starts.map(({ at, points }) => (
        <g key={`${at.x} ${at.y}`}>
          <circle cx={at.x} cy={at.y} r={4} className="disc" />
          <path d={pathOf(points)} className="edge" />
          <path d={headOf(points)} className="head" />
        </g>
      ))}
      {drawing.edges.map((edge) => (
        <Line key={edge.transitions.map(({ key }) => key).join()} edge={edge} isOpen={isOpenNow(edge, actor)} />
      ))}
    </svg>
  )
}
