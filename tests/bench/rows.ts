/** Rows for the bench: seeded, so that every run and every subject shows the same ones. */
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import type { BenchRow } from '@server/db/seed-from-rows'

const FIRST = [
  'Alba',
  'Boris',
  'Carla',
  'Dario',
  'Elena',
  'Fabio',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Lars',
  'Mila',
  'Nils',
  'Olga',
  'Pavel',
  'Rosa',
  'Sven',
  'Tessa',
  'Uwe',
  'Vito',
  'Wanda',
  'Yara',
  'Zeno',
]
const LAST = [
  'Adler',
  'Bianchi',
  'Cortez',
  'Duarte',
  'Engel',
  'Ferrari',
  'Gruber',
  'Hansen',
  'Ilic',
  'Jovic',
  'Keller',
  'Lindqvist',
  'Marino',
  'Nowak',
  'Ortega',
  'Peters',
  'Romano',
  'Sandberg',
  'Torres',
  'Urban',
  'Vidal',
  'Wagner',
  'Zeman',
]
const ROLES = ['PLAYER', 'VIP_PLAYER', 'PARTNER', 'TESTER', 'GUEST']
const DISABLED_SHARE = 0.1
const FIRST_DAY = Date.UTC(2023, 0, 1)
const SPAN_MS = 3 * 365 * 24 * 3600 * 1000

/** mulberry32: fractions from 0 to 1, the same ones for the same seed. */
function createFractions(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @returns `count` rows with usernames, emails and balances that are each there once, in no order */
export function makeRows(count: number, seed = 20_260_301): BenchRow[] {
  const fraction = createFractions(seed)
  const pick = (list: readonly string[]) => list[Math.floor(fraction() * list.length)]!
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(fraction() * (index + 1))
    ;[numbers[index], numbers[other]] = [numbers[other]!, numbers[index]!]
  }
  return numbers.map((number, index) => {
    const [first_name, last_name] = [pick(FIRST), pick(LAST)]
    return {
      first_name,
      last_name,
      email: `${first_name}.${last_name}${index + 1}@bench.example`.toLowerCase(),
      username: `${first_name.toLowerCase()}${String(number).padStart(6, '0')}`,
      role: pick(ROLES),
      Creator: `${pick(FIRST)} ${pick(LAST)}`,
      is_deleted: fraction() < DISABLED_SHARE,
      created_at: new Date(FIRST_DAY + Math.floor(fraction() * SPAN_MS)).toISOString(),
      balance: Math.floor(fraction() * 9000) + number / 100,
    }
  })
}

export type MakeRows = (count: number) => readonly BenchRow[]

/**
 * @param path of a module that exports `makeRows(count)`, as the peers' bench has one
 * @throws where it does not
 */
export async function rowsFrom(path: string): Promise<MakeRows> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { makeRows?: unknown }
  if (typeof module.makeRows !== 'function') throw new Error(`${path} exports no makeRows(count)`)
  return module.makeRows as MakeRows
}
