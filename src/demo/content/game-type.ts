import { drawnIcon } from '../icons'
import type { RowsOf } from '../rows'

export const gameTypes: RowsOf<'gameType'> = [
  {
    icon: drawnIcon('S', 'b4327a'),
    name: 'Slot',
    slug: 'slot',
    wagering_weight: '100',
    description:
      'Slots pay for equal symbols on neighbouring reels. Most of them have five reels, a wild symbol that stands for all others, and free spins that three scatters start. How often a slot pays, and how much its wins differ, is on its page: a high volatility means few wins that are large. Each slot can be tried with free credits first.',
    meta_title: 'Slots: all reels, rules and free demos',
    meta_description:
      'Compare how often slots pay and how much their wins differ, read the rules of each one, and try it with free credits before you play.',
    canonical_url: 'https://play.example.com/slots',
  },
  {
    icon: drawnIcon('F', '1f7a8c'),
    name: 'Fish',
    slug: 'fish',
    wagering_weight: '80',
    description: 'Arcade shooting games for one to eight players at one table.',
    meta_title: 'Fish games for one to eight players',
    meta_description: 'Shoot together at one table.',
  },
  {
    icon: drawnIcon('T', '3f7d3a'),
    name: 'Table',
    slug: 'table',
    wagering_weight: '10',
    description: 'Blackjack, roulette and baccarat against the house. “Rien ne va plus”, Μπακαρά, บาคาร่า.',
  },
  { icon: drawnIcon('L', 'a3422c'), name: 'Live table', slug: 'live-table', wagering_weight: '10' },
  { icon: drawnIcon('K', '6b4bb0'), name: 'Keno', slug: 'keno', wagering_weight: '50', noindex: true },
  { icon: drawnIcon('C', 'b26a00'), name: 'Crash', slug: 'crash', wagering_weight: '25.5' },
  { name: 'Scratch card', slug: 'scratch-card', wagering_weight: '100', is_deleted: true },
]
