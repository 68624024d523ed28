import { drawnIcon } from '../icons'
import type { RowsOf } from '../rows'

export const gameTypes: RowsOf<'gameType'> = [
  { icon: drawnIcon('S', 'b4327a'), name: 'Slot', slug: 'slot', wagering_weight: '100' },
  { icon: drawnIcon('F', '1f7a8c'), name: 'Fish', slug: 'fish', wagering_weight: '80' },
  { icon: drawnIcon('T', '3f7d3a'), name: 'Table', slug: 'table', wagering_weight: '10' },
  { icon: drawnIcon('L', 'a3422c'), name: 'Live table', slug: 'live-table', wagering_weight: '10' },
  { icon: drawnIcon('K', '6b4bb0'), name: 'Keno', slug: 'keno', wagering_weight: '50' },
  { icon: drawnIcon('C', 'b26a00'), name: 'Crash', slug: 'crash', wagering_weight: '25.5' },
  { name: 'Scratch card', slug: 'scratch-card', wagering_weight: '100', is_deleted: true },
]
