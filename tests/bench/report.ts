/** Writes what was measured into docs/measurements.md, each part into its own marked block. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { isMet, type Line } from './goals'
import { root } from './processes'

const FILE = join(root, 'docs/measurements.md')

export type Part = 'server' | 'web' | 'table' | 'notifications' | 'day'

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

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]!.model.trim()}, ${process.platform}, Node ${process.version}`

const BOUNDS = { 'at most': '≤', 'at least': '≥', below: '<' } as const

export function toTable(lines: readonly Line[]): string {
  const rows = lines.map((each) => {
    const met = isMet(each)
    return [
      each.what,
      each.ours,
      each.other ?? (each.most ? '' : 'not measured'),
      each.ratio === null ? '' : each.ratio.toFixed(2),
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

/** Replaces a part's block. @throws where the document has none, so that figures are never lost silently */
export function writeBlock(part: Part, block: string): void {
  const [begin, end] = [`<!-- ${part}: written by npm run bench -->`, `<!-- /${part} -->`]
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no block ${begin} … ${end}`)
  writeFileSync(FILE, `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`)
}
