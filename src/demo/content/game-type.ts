import type { RowsOf } from '../rows'

export const gameTypes: RowsOf<'gameType'> = [
  { name: 'Slot', slug: 'slot', wagering_weight: '100' },
  { name: 'Fish', slug: 'fish', wagering_weight: '80' },
  { name: 'Table', slug: 'table', wagering_weight: '10' },
  { name: 'Live table', slug: 'live-table', wagering_weight: '10' },
  { name: 'Keno', slug: 'keno', wagering_weight: '50' },
  { name: 'Crash', slug: 'crash', wagering_weight: '25.5' },
  { name: 'Scratch card', slug: 'scratch-card', wagering_weight: '100', is_deleted: true },
]
