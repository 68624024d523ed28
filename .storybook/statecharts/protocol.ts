/** What panel and story tell each other over Storybook's channel: plain data, so that it works in a static build too. */
import type { ChartState, ChartTransition } from '../../tests/charts/chart'

export const PANEL_ID = 'pitboss/statecharts'

/** Names of the messages. */
export const MESSAGE = {
  /** Story → panel: the page of the story has begun; who watches says so again. */
  begun: `${PANEL_ID}/begun`,
  /** Panel → story: it is open (true) or closed; tells all again. */
  watch: `${PANEL_ID}/watch`,
  /** Story → panel: `Watched`. */
  actors: `${PANEL_ID}/actors`,
  /** Story → panel: `Drawing` of a machine, once for each. */
  drawing: `${PANEL_ID}/drawing`,
  /** A story in a frame → the page around it: it has come to its end, well or not. With `storyId`. */
  finished: `${PANEL_ID}/finished`,
  /** Panel → story: `Wish`. */
  send: `${PANEL_ID}/send`,
} as const

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}
export interface StateBox extends Box {
  state: ChartState
  /** What happens inside it without leaving it: what stays, what is locked. */
  lines: readonly string[]
}
export interface Edge {
  transitions: readonly ChartTransition[]
  points: readonly Point[]
  label: Box & { lines: readonly string[] }
}
/** A machine as it is drawn: boxes and lines with their places. */
export interface Drawing {
  machine: string
  width: number
  height: number
  /** Parents before what they hold. */
  boxes: readonly StateBox[]
  /** Small discs from which the first state of a parent is entered. */
  starts: readonly { at: Point; points: readonly Point[] }[]
  edges: readonly Edge[]
}

export interface SendableEvent {
  /** As `npm run paths` names it. */
  name: string
  /** Sent from outside, the answer of an actor that runs, or a delay that is over. */
  kind: 'event' | 'answer' | 'delay'
  /** The event, without its type, as JSON; empty where it carries nothing. */
  payload: string
}
export interface WatchedActor {
  id: string
  machine: string
  /** 0: it stands in the state that the story names first; more: less what the story is about. */
  rank: number
  /** Ids of all states that stand, parents included. */
  active: readonly string[]
  /** Names of the leaves. */
  leaves: readonly string[]
  status: string
  /** As JSON, shortened. */
  context: string
  events: readonly SendableEvent[]
}
export interface LogLine {
  number: number
  at: number
  actorId: string
  machine: string
  event: string
  payload: string
  from: readonly string[]
  to: readonly string[]
}
export interface Watched {
  actors: readonly WatchedActor[]
  log: readonly LogLine[]
}
/** An event of `SendableEvent`, by its name. */
export interface Wish {
  actorId: string
  name: string
}
