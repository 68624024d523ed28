/** Messages between panel and story over Storybook's channel: plain data, so that they work in a static build too. */
import type { ChartState, ChartTransition } from '../../tests/charts/chart'

export const PANEL_ID = 'pitboss/statecharts'

/** Names of the messages. */
export const MESSAGE = {
  /** Story → panel: the page of the story has started; an open panel responds with `watch`. */
  begun: `${PANEL_ID}/begun`,
  /** Panel → story: it is open (true) or closed; the story then sends everything again. */
  watch: `${PANEL_ID}/watch`,
  /** Story → panel: `Watched`. */
  actors: `${PANEL_ID}/actors`,
  /** Story → panel: `Drawing` of a machine, once per machine. */
  drawing: `${PANEL_ID}/drawing`,
  /** A story in a frame → the page around it: it has finished, successfully or not. With `storyId`. */
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
  /** Events that do not leave the state: internal transitions and locked events. */
  lines: readonly string[]
}
export interface Edge {
  transitions: readonly ChartTransition[]
  points: readonly Point[]
  label: Box & { lines: readonly string[] }
}
/** A machine as a drawing: boxes and lines with their positions. */
export interface Drawing {
  machine: string
  width: number
  height: number
  /** Parents before their children. */
  boxes: readonly StateBox[]
  /** Small discs, from which arrows lead to the first state of a parent. */
  starts: readonly { at: Point; points: readonly Point[] }[]
  edges: readonly Edge[]
}

export interface SendableEvent {
  /** Its name in `npm run paths`. */
  name: string
  /** Sent from outside, the response of a running actor, or the end of a delay. */
  kind: 'event' | 'answer' | 'delay'
  /** The event without its type, as JSON; empty without a payload. */
  payload: string
}
export interface WatchedActor {
  id: string
  machine: string
  /** 0: it is in the state that the story names first; higher: less relevant to the story. */
  rank: number
  /** Ids of all active states, including parents. */
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
