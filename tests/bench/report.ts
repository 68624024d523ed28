/** Writes what was measured into docs/measurements.md, each part into its own marked block. */
import { loadavg } from 'node:os'
import { machine, writeBlock } from '../kit/measurements'
import { isMet, type Line } from './goals'

export type Part =
  | 'server'
  | 'web'
  | 'table'
  | 'live'
  | 'notifications'
  | 'day'
  | 'paged'
  | 'images'
  | 'simulate'
  | 'ledger'
  | 'spins'
  | 'money'

/** Where and how a part was measured. */
export interface Circumstances {
  date: string
  command: string
  /** Sentences about what was measured on. */
  notes: readonly string[]
  /** Of the last minute, before and after. */
  loads: readonly [number, number]
}

export const loadNow = (): number => loadavg()[0]!

const BOUNDS = { 'at most': '≤', 'at least': '≥', below: '<' } as const

export function toTable(lines: readonly Line[]): string {
  const rows = lines.map((each) => {
    const met = isMet(each)
    return [
      each.what,
      each.ours,
      each.other ?? (each.most ? '' : 'not measured'),
      each.ratio === null || !Number.isFinite(each.ratio) ? '' : each.ratio.toFixed(2),
      each.most ? `≤ ${each.most.words}` : each.goal ? `${BOUNDS[each.goal.bound]} ${each.goal.ratio}` : '',
      met === null ? '' : met ? 'yes' : '**no**',
    ]
  })
  const head = ['', 'ours', 'beside', 'ratio', 'goal', 'met']
  return [head, ['---', '--:', '---', '--:', '--:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function toBlock(lines: readonly Line[], { date, command, notes, loads }: Circumstances): string {
  const [before, after] = loads.map((load) => load.toFixed(1))
  return [
    toTable(lines),
    '',
    `${date}, \`${command}\`, ${machine()}; load average ${before} before, ${after} after.`,
    ...notes,
  ].join('\n')
}

/** Replaces a part's block. */
export const writePart = (part: Part, block: string): void => writeBlock(part, 'npm run bench', block)
