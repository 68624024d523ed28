/** The goals, and how what was measured stands to them. Each is a ratio of two figures of the same run. */
import type { ServerResults } from './server-part'
import type { WebResults } from './web-part'

/** A figure in words, as the table shows it. */
type Words = (value: number) => string
const whole: Words = (value) => Math.round(value).toLocaleString('en')
const unit = (name: string): Words => (value) => `${whole(value)} ${name}`
const kilobytes: Words = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const rate: Words = (value) => `${value < 100 ? value.toFixed(1) : whole(value)} /s`
const ms = unit('ms')
const megabytes = unit('MB')

export interface Line {
  what: string
  ours: string
  /** What it is compared with, and its figure; null where it was not measured. */
  other: string | null
  ratio: number | null
  /** Null for what is told beside the goals. */
  goal: { bound: 'at most' | 'at least' | 'below'; ratio: number } | null
}

export function isMet({ ratio, goal }: Line): boolean | null {
  if (!goal || ratio === null) return null
  if (goal.bound === 'below') return ratio < goal.ratio
  return goal.bound === 'at most' ? ratio <= goal.ratio : ratio >= goal.ratio
}

interface Other {
  name: string
  value: number
}
function line(what: string, ours: number, other: Other | null, words: Words, bound?: 'at most' | 'at least' | 'below', ratio?: number): Line {
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
    line('Four clients reading the full list at once: peak memory', ours.peak, streamed(cursor.peak), megabytes, 'at most', 1.5),
    line('Page of 25 rows, 50 connections', ours.page.rate, bare(fastify.page.rate), rate, 'at least', 0.8),
    line('Update of one row with its audit entry, 50 connections', ours.update.rate, bare(fastify.update.rate), rate, 'at least', 0.8),
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
  const shell = (of: (shell: NonNullable<WebResults['peers']>['shell']) => number) => (peers ? { name: 'react-admin', value: of(peers.shell) } : null)
  const scripts = shell((each) => each.scripts) ?? { name: 'react-admin', value: REACT_ADMIN_BYTES }
  const plain = (value: number): Other => ({ name: 'plain DOM', value })
  return [
    line('First of 100,000 rows, from a click on the menu', ours.clickMany, best, ms, 'at most', 0.5),
    line('The same, beside the first of 1,000 rows', ours.clickMany, { name: '1,000 rows', value: ours.clickFew }, ms, 'below', 1.3),
    line('First of 100,000 rows, cold from the address, session and access included', ours.cold, best, ms, 'at most', 0.9),
    line('JavaScript of the login, gzip', ours.scripts.login, scripts, kilobytes, 'at most', 0.65),
    line('JavaScript of the first list, gzip', ours.scripts.list, scripts, kilobytes, 'at most', 0.85),
    line('Login, processor four times slower: LCP', ours.login.lcp, shell((each) => each.lcp), ms, 'at most', 0.5),
    line('Login, processor four times slower: blocking time', ours.login.blocking, shell((each) => each.blocking), ms, 'at most', 0.4),
    line('From a click, beside the floor', ours.clickMany, plain(floor.click), ms),
    line('Cold, beside the floor', ours.cold, plain(floor.cold), ms),
    ...loads.slice(1).map(({ name, load }) => line('First of 100,000 rows, from a click on the menu, beside another peer', ours.clickMany, { name, value: load }, ms)),
  ]
}
