/** Rows and a source for the stories of the table. */
import type { RowChange, RowSource } from './types'

export interface Player {
  id: string
  first: string
  last: string
  email: string
  username: string
  role: string
  creator: string
  enabled: boolean
  balance: string
  joined: string
}

const FIRST = [
  'Rosa',
  'Sofia',
  'Yusuf',
  'Pavel',
  'Mateus',
  'Noor',
  'Anders',
  'Marisol',
  'Ines',
  'Freya',
  'Theo',
  'Kofi',
  'Luca',
  'Oskar',
  'Daniel',
  'Chiara',
  'Hanna',
  'Zoë',
]
const LAST = [
  'Almeida',
  'Brandt',
  'Demir',
  'Dvorak',
  'Figueiredo',
  'Haddad',
  'Holm',
  'Ibanez',
  'Laurent',
  'Lindgren',
  'Marchand',
  'Mensah',
  'Moretti',
  'Nowak',
  'Osei',
  'Ricci',
  'Sato',
  'Ødegaard',
]
const ROLES = ['PLAYER', 'PLAYER', 'PLAYER', 'GOLD_PLAYER', 'VIP_PLAYER']

/** The same rows at each call. */
export function players(count: number): Player[] {
  return Array.from({ length: count }, (_, index) => {
    // Multiplying by primes spreads the values without a random source.
    const pick = <T>(values: readonly T[], prime: number) => values[((index + 1) * prime) % values.length]!
    const first = pick(FIRST, 7)
    const last = LAST[Math.floor((index * 13) / FIRST.length + index * 5) % LAST.length]!
    return {
      id: `P-${String(index + 1).padStart(6, '0')}`,
      first,
      last,
      email: `${first}.${last}${index}@${index % 9 === 0 ? 'mailbox' : 'example'}.test`.toLowerCase(),
      username: `${first.slice(0, 1)}${last}${index}`.toLowerCase(),
      role: pick(ROLES, 3),
      creator: index % 4 === 0 ? 'amara_o' : 'registration',
      enabled: index % 11 !== 0,
      balance: `${(index * 7919) % 10_000}.${String((index * 37) % 100).padStart(2, '0')}`,
      joined: new Date(Date.UTC(2024, 0, 1) + ((index * 104_729) % 60_000_000) * 1000).toISOString(),
    }
  })
}

/** A source that the stories change. */
export interface StorySource extends RowSource<Player> {
  append(rows: readonly Player[]): void
  patch(position: number, fields: Partial<Player>): void
}

export function storySource(rows: readonly Player[]): StorySource {
  const live = [...rows]
  const listeners = new Set<(change: RowChange) => void>()
  let revision = 0
  const tell = (change: RowChange) => {
    revision += 1
    for (const listener of listeners) listener(change)
  }
  return {
    rows: live,
    get revision() {
      return revision
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    append(more) {
      const from = live.length
      live.push(...more)
      tell({ kind: 'appended', from })
    },
    patch(position, fields) {
      Object.assign(live[position]!, fields)
      tell({ kind: 'patched', positions: [position] })
    },
  }
}
