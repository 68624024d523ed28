/** The goals, and how what was measured stands to them. Each is a ratio of two figures of the same run. */
import type { DayResults } from './day-part'
import { IMAGES, type ImagesResults } from './images-part'
import { LEDGER, type LedgerResults } from './ledger-part'
import type { LiveResults } from './live-part'
import { CONSOLES } from './money-lists'
import type { MoneyResults } from './money-part'
import { ARRIVALS, LOADS } from './money-server'
import type { PagedResults } from './paged-part'
import type { NotificationsResults } from './notifications-part'
import type { ServerResults } from './server-part'
import type { SimulatedResults } from './simulate-part'
import { SPINS, type SpinsResults } from './spins-part'
import type { TableFigures } from './peers-bench'
import type { TableResults } from './table-part'
import type { WebResults } from './web-part'

/** A figure in words, as the table shows it. */
type Words = (value: number) => string
const whole: Words = (value) => Math.round(value).toLocaleString('en')
const unit =
  (name: string): Words =>
  (value) =>
    `${whole(value)} ${name}`
const kilobytes: Words = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const rate: Words = (value) => `${value < 100 ? value.toFixed(1) : whole(value)} /s`
const ms = unit('ms')
const megabytes = unit('MB')

const count: Words = (value) => value.toLocaleString('en')
const finest: Words = (value) => `${value.toFixed(2)} MB`
const fps: Words = (value) => `${value.toFixed(1)} a second`
const percent: Words = (value) => `${value.toFixed(1)} %`
const finer: Words = (value) => `${value.toFixed(1)} MB`

export interface Line {
  what: string
  ours: string
  /** What it is compared with, and its figure; null where it was not measured. */
  other: string | null
  ratio: number | null
  /** Null for what is told beside the goals. */
  goal: { bound: 'at most' | 'at least' | 'below'; ratio: number } | null
  /** A goal that is a figure and no ratio. */
  most?: { value: number; words: string; is: number }
}

export function isMet({ ratio, goal, most }: Line): boolean | null {
  if (most) return most.is <= most.value
  if (!goal || ratio === null) return null
  if (goal.bound === 'below') return ratio < goal.ratio
  return goal.bound === 'at most' ? ratio <= goal.ratio : ratio >= goal.ratio
}

/** A line whose goal is a figure of ours alone. */
const bounded = (what: string, ours: number, other: Other | null, words: Words, most: number): Line => ({
  ...line(what, ours, other, words),
  most: { value: most, words: words(most), is: ours },
})

interface Other {
  name: string
  value: number
}
function line(
  what: string,
  ours: number,
  other: Other | null,
  words: Words,
  bound?: 'at most' | 'at least' | 'below',
  ratio?: number,
): Line {
  return {
    what,
    ours: words(ours),
    other: other && `${other.name}: ${words(other.value)}`,
    // Tasks that block for no time at all cannot be undercut.
    ratio: other && (other.value === 0 ? (ours === 0 ? 1 : Infinity) : ours / other.value),
    goal: bound === undefined || ratio === undefined ? null : { bound, ratio },
  }
}

export function serverLines({ ours, cursor, fastify }: ServerResults): Line[] {
  const bare = (value: number): Other => ({ name: 'bare fastify + pg', value })
  const streamed = (value: number): Other => ({ name: 'bare streamed cursor', value })
  return [
    line(
      'Four clients reading the full list at once: peak memory',
      ours.peak,
      streamed(cursor.peak),
      megabytes,
      'at most',
      1.5,
    ),
    line('Page of 25 rows, 50 connections', ours.page.rate, bare(fastify.page.rate), rate, 'at least', 0.8),
    line(
      'Update of one row with its audit entry, 50 connections',
      ours.update.rate,
      bare(fastify.update.rate),
      rate,
      'at least',
      0.8,
    ),
    line('Full lists, 4 clients', ours.lists, streamed(cursor.lists), rate),
    line('The same update, the floor in one statement too', ours.update.rate, bare(fastify.updateAtOnce.rate), rate),
    line('Page of 25 rows, slowest of a hundred', ours.page.p99, bare(fastify.page.p99), ms),
    line('Update of one row, slowest of a hundred', ours.update.p99, bare(fastify.update.p99), ms),
  ]
}

/** Scripts of react-admin's hello world as the goals name them, for a run without the peers: bytes do not depend on the machine. */
const REACT_ADMIN_BYTES = 300_000

export function webLines({ ours, floor, peers }: WebResults): Line[] {
  const loads = Object.values(peers?.tables ?? {}).sort((a, b) => a.load - b.load)
  const best = loads[0] ? { name: `best peer, ${loads[0].name}`, value: loads[0].load } : null
  const shell = (of: (shell: NonNullable<WebResults['peers']>['shell']) => number) =>
    peers ? { name: 'react-admin', value: of(peers.shell) } : null
  const scripts = shell((each) => each.scripts) ?? { name: 'react-admin', value: REACT_ADMIN_BYTES }
  const plain = (value: number): Other => ({ name: 'plain DOM', value })
  return [
    line('First of 100,000 rows, from a click on the menu', ours.clickMany, best, ms, 'at most', 0.5),
    line(
      'The same, beside the first of 1,000 rows',
      ours.clickMany,
      { name: '1,000 rows', value: ours.clickFew },
      ms,
      'below',
      1.3,
    ),
    line(
      'First of 100,000 rows, cold from the address, session and access included',
      ours.cold,
      best,
      ms,
      'at most',
      0.9,
    ),
    line(
      'First of 1,000 rows, cold from the address, session and access included',
      ours.coldFew,
      peers && { name: peers.few.name, value: peers.few.load },
      ms,
      'at most',
      1.5,
    ),
    line('JavaScript of the login, gzip', ours.scripts.login, scripts, kilobytes, 'at most', 0.65),
    line('JavaScript of the first list, gzip', ours.scripts.list, scripts, kilobytes, 'at most', 0.85),
    line(
      'Login, processor four times slower: LCP',
      ours.login.lcp,
      shell((each) => each.lcp),
      ms,
      'at most',
      0.5,
    ),
    line(
      'Login, processor four times slower: blocking time',
      ours.login.blocking,
      shell((each) => each.blocking),
      ms,
      'at most',
      0.4,
    ),
    line(
      'Cold, 100,000 rows: the list that answers clicks, beside its first row',
      ours.ready,
      { name: 'first row seen', value: ours.cold },
      ms,
    ),
    line('Cold, 1,000 rows: the same', ours.readyFew, { name: 'first row seen', value: ours.coldFew }, ms),
    line('From a click, beside the floor', ours.clickMany, plain(floor.click), ms),
    line('Cold, beside the floor', ours.cold, plain(floor.cold), ms),
    ...loads
      .slice(1)
      .map(({ name, load }) =>
        line(
          'First of 100,000 rows, from a click on the menu, beside another peer',
          ours.clickMany,
          { name, value: load },
          ms,
        ),
      ),
  ]
}

/** Frames of the screen that was measured on. */
const FRAMES_A_SECOND = 60

export function notificationsLines({ closed, open, reference }: NotificationsResults): Line[] {
  const main: Other = { name: reference.name, value: reference.main }
  const longest: Other = { name: reference.name, value: reference.longest }
  return [
    line('1,000 notifications in a second: main thread', closed.main, main, ms, 'at most', 1.1),
    line('The same with the panel open', open.main, main, ms, 'at most', 1.1),
    bounded('1,000 notifications in a second: longest task', closed.longest, longest, ms, 50),
    bounded('The same with the panel open', open.longest, longest, ms, 50),
  ]
}

/** Goals of a page six times slower: the last change within a second, a key within a tenth. */
const LAST_CHANGE_MS = 1000
const KEY_MS = 100

export function liveLines({ rates, peer: name }: LiveResults): Line[] {
  return rates.flatMap(({ rate, ours, peer }) => [
    line(
      `${whole(rate)} changes a second: frames dropped`,
      ours.dropped,
      { name, value: peer.dropped },
      count,
      'at most',
      0.5,
    ),
    bounded('The same: last change made to shown', ours.lag, { name, value: peer.lag }, ms, LAST_CHANGE_MS),
    bounded('The same: slowest key to its frame', ours.key, { name, value: peer.key }, ms, KEY_MS),
    line('The same: tasks above 50 ms', ours.longtasks, { name, value: peer.longtasks }, ms),
  ])
}

/** Bounded: the balances of all accounts, one read of transfers and a few seals. */
const CHECK_MEMORY_MB = 200
const inSeconds: Words = (value) => `${value.toFixed(1)} s`
const thousandths: Words = (value) => `${value.toFixed(2)} ms`

export function pagedLines({ pages, search, first, moved, heap }: PagedResults): Line[] {
  return [
    ...pages.map(({ what, ours, other }) =>
      line(`Page of 50, by ${what}`, ours, { name: 'best query by hand', value: other }, thousandths, 'at most', 1.5),
    ),
    line(
      'Search for one of 1,000,000',
      search.many,
      { name: 'one of 50,000', value: search.fewer },
      thousandths,
      'at most',
      2,
    ),
    line(
      'First of 1,000,000 rows, cold from the address',
      first.many,
      { name: '1,000 rows', value: first.few },
      ms,
      'at most',
      1.1,
    ),
    // A frame lasts whole refreshes of the screen, and the browser's clock errs by 0.1 ms: three refreshes are 50 ms.
    ...moved.map(({ what, worst }) => bounded(`${what}: longest frame`, Math.round(worst), null, ms, 50)),
    line(
      'Heap after 10,000 rows both ways',
      heap.many,
      { name: 'of 10,000 rows in all', value: heap.scrolled },
      finer,
      'at most',
      1.1,
    ),
  ]
}

export function ledgerLines({ postings, pages, check, transfers }: LedgerResults): Line[] {
  return [
    line(
      `Postings on ${LEDGER.connections} connections, no hot row`,
      postings.ours,
      { name: 'bare transaction of the same statements', value: postings.bare },
      rate,
      'at least',
      0.7,
    ),
    line(
      'The same with a message in the outbox',
      postings.withMessage,
      { name: 'with the notification stored in the transaction', value: postings.withNotification },
      rate,
    ),
    ...pages.map(({ what, ours, other }) =>
      line(
        `A user’s wallet, ${whole(transfers)} transfers in all: ${what}`,
        ours,
        { name: 'best query by hand', value: other },
        thousandths,
        'at most',
        1.5,
      ),
    ),
    line('ledger:check', check.seconds, { name: 'bare scan', value: check.scan }, inSeconds, 'at most', 3),
    bounded('The same: memory above the process before it', check.memory, null, megabytes, CHECK_MEMORY_MB),
  ]
}

/** Of the counts of a queue's tabs. */
const TABS_MS = 20
export function moneyLines({ lists, tabs, decisions, server: { loads, queue } }: MoneyResults): Line[] {
  return [
    ...lists.map(({ what, ours, other }) =>
      line(what, ours, { name: 'best query by hand', value: other }, thousandths, 'at most', 1.5),
    ),
    bounded('Counts of the tabs of the withdrawals', tabs.one, null, thousandths, TABS_MS),
    line(`The same for ${CONSOLES} consoles at once`, tabs.all, { name: 'one', value: tabs.one }, thousandths),
    line(
      `Decisions with their checks, ${decisions.statements} statements each`,
      decisions.ours,
      { name: 'bare transaction of the same statements', value: decisions.bare },
      rate,
      'at least',
      0.7,
    ),
    line(
      `Loads done at ${LOADS.rate} requests a second`,
      loads.done,
      { name: 'requests', value: LOADS.rate },
      rate,
      'at least',
      0.95,
    ),
    line('The same: median time of a load', loads.median, null, ms),
    line('The same: 95 of 100 are done within', loads.late, null, ms),
    bounded(
      `The queue in view, ${ARRIVALS.perMinute} rows arrive a minute: longest frame`,
      Math.round(queue.frames.worst),
      null,
      ms,
      FRAME_MAX_MS,
    ),
  ]
}

export function spinsLines({ steady, most, bare }: SpinsResults): Line[] {
  return [
    line(
      `Spins stored at ${SPINS.rate} calls a second`,
      steady.stored,
      { name: 'calls', value: SPINS.rate },
      rate,
      'at least',
      0.95,
    ),
    line('The same: median time of a spin', steady.median, null, ms),
    line('The same: 95 of 100 are stored within', steady.late, null, ms),
    line(
      `Spins stored on ${SPINS.connections} connections, as fast as they go`,
      most,
      { name: 'bare transactions that wait for one row', value: bare },
      rate,
    ),
  ]
}

export function imagesLines({ scroll, wheel, rested }: ImagesResults): Line[] {
  const screen: Other = { name: 'the screen', value: FRAMES_A_SECOND }
  const rows = whole(IMAGES.rows)
  return [
    line(`Frames while ${rows} games are scrolled from end to end in 5 s`, scroll.fps, screen, fps, 'at least', 0.98),
    bounded('The same: frames with a place without a row', scroll.blank, null, percent, 0),
    line(
      `Frames while they are scrolled by ${IMAGES.wheelPixels} pixels a frame`,
      wheel.fps,
      screen,
      fps,
      'at least',
      0.98,
    ),
    bounded('The same: frames with a place without a row', wheel.blank, null, percent, 0),
    line('End to end: longest frame', scroll.worst, null, ms),
    line('By pixels: longest frame', wheel.worst, null, ms),
    line(
      'Thumbnails painted when the rows rest',
      rested.painted,
      { name: 'rows in view', value: rested.inView },
      count,
    ),
    line('The last of them painted, from the end of the scroll', rested.after, null, ms),
  ]
}

export function dayLines({ hours, polls, seconds }: DayResults): Line[] {
  const [hour, middle, end] = [hours[0]!, hours[3]!, hours.at(-1)!]
  const first = (value: number): Other => ({ name: 'after the first hour', value })
  return [
    line('Objects, closures and texts after eight hours', end.data, first(hour.data), finest, 'at most', 1.01),
    line('Listeners after eight hours', end.listeners, first(hour.listeners), count, 'at most', 1),
    line('Nodes of the page after eight hours', end.elements, first(hour.elements), count, 'at most', 1),
    line('The whole heap, with what V8 compiles of busy functions', end.heap, first(hour.heap), finest),
    line('The same, beside the middle of the day', end.heap, { name: 'after four hours', value: middle.heap }, finest),
    line('Questions for the shift over the socket', polls, { name: 'seconds', value: seconds }, count),
  ]
}

const wholeLines = (lists: TableResults['whole']): Line[] =>
  lists.flatMap(({ rows, complete, floor, keyWhile, keyAfter, dropped }) => [
    line(
      `${whole(rows)} rows: from the list’s call to the last row`,
      complete,
      { name: 'reads and parses the same lines', value: floor },
      ms,
      'at most',
      1.4,
    ),
    line('The same: slowest key meanwhile', keyWhile, { name: 'after it', value: keyAfter }, ms),
    line('The same: frames dropped meanwhile', dropped, null, count),
  ])

/** Longest frame of a list in view while rows come in. */
const FRAME_MAX_MS = 50
export const simulateLines = ({ lists, lost, untold }: SimulatedResults): Line[] => [
  ...lists.map(({ what, frames }) => bounded(`${what} in view: longest frame`, frames.worst, null, ms, FRAME_MAX_MS)),
  bounded('Rows that a list in view did not show in the end', lost, null, count, 0),
  bounded('Events that one of the consoles did not get', untold, null, count, 0),
]

export function tableLines({ live, memory, whole: lists, peers: { ours, floor, peers } }: TableResults): Line[] {
  const best = (of: (figures: TableFigures) => number): Other => {
    const { name, figures } = peers.toSorted((a, b) => of(a.figures) - of(b.figures))[0]!
    return { name: `best peer, ${name}`, value: of(figures) }
  }
  const agGrid = peers.find(({ id }) => id === 'ag-grid')!
  const plain = (value: number): Other => ({ name: 'plain DOM', value })
  const rest = { name: 'before them', value: memory.before }
  return [
    line(
      'Sort: first click, by text',
      ours.figures.sort1,
      best(({ sort1 }) => sort1),
      ms,
      'at most',
      0.8,
    ),
    line(
      'Sort: reversed',
      ours.figures.sort2,
      best(({ sort2 }) => sort2),
      ms,
      'at most',
      0.35,
    ),
    line(
      'Sort: by number',
      ours.figures.sort3,
      best(({ sort3 }) => sort3),
      ms,
      'at most',
      0.35,
    ),
    line('Key to paint (INP), p75', ours.figures.inp75, plain(floor.figures.inp75), ms, 'at most', 1),
    line('Key to paint (INP), worst', ours.figures.inpMax, plain(floor.figures.inpMax), ms, 'at most', 2),
    line(
      'Last key to the right rows',
      ours.figures.result,
      { name: agGrid.name, value: agGrid.figures.result },
      ms,
      'at most',
      0.8,
    ),
    line(
      'Frames while scrolled from end to end in 5 s',
      ours.figures.fps,
      { name: 'the screen', value: FRAMES_A_SECOND },
      fps,
      'at least',
      0.98,
    ),
    bounded('The same: frames with a place without a row', ours.figures.blank, plain(floor.figures.blank), percent, 0),
    bounded('1,000 changes in 5 s by another client: frames dropped', live.dropped, null, count, 3),
    bounded('The same: tasks above 50 ms', live.longtasks, null, ms, 0),
    line('Memory, all rows loaded and at rest', memory.loaded, plain(floor.figures.heap), finer, 'at most', 1.25),
    bounded('Memory: growth over 180 actions', memory.after - memory.before, null, finer, 5),
    line('1,000 changes in 5 s: last change sent to shown', live.lag, null, ms),
    line(
      'The same, paced by the peers’ bench: frames dropped',
      ours.figures.liveDropped,
      best(({ liveDropped }) => liveDropped),
      count,
    ),
    line(
      'The same: tasks above 50 ms',
      ours.figures.liveLong,
      best(({ liveLong }) => liveLong),
      ms,
    ),
    line(
      'The same: last change made to shown',
      ours.figures.liveLag,
      best(({ liveLag }) => liveLag),
      ms,
    ),
    ...wholeLines(lists),
    line('Memory after 180 actions', memory.after, rest, finer),
    line(
      'Listeners after 180 actions',
      memory.listenersAfter,
      { name: 'before them', value: memory.listenersBefore },
      count,
    ),
    line(
      'Nodes of the page after 180 actions',
      memory.elementsAfter,
      { name: 'before them', value: memory.elementsBefore },
      count,
    ),
    line('Frames while scrolled, beside plain DOM', ours.figures.fps, plain(floor.figures.fps), fps),
    line('Last key to the right rows, beside plain DOM', ours.figures.result, plain(floor.figures.result), ms),
  ]
}
