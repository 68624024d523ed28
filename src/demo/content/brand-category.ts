import type { RowsOf } from '../rows'

export const brandCategories: RowsOf<'brandCategory'> = [
  {
    name: 'Slots',
    slug: 'slots',
    description: 'Video slots, classic reels and jackpots.',
    meta_title: 'Online slots: video slots, classic reels, jackpots',
    meta_description:
      'All slots in one place: video slots with bonus rounds, classic reels and progressive jackpots, to be tried with free credits first.',
    canonical_url: 'https://play.example.com/slots',
  },
  {
    name: 'Live casino',
    slug: 'live-casino',
    description: 'Roulette, baccarat and chemin de fer, à la française, streamed from a studio.',
    meta_title: 'Live casino',
    meta_description: 'Real dealers, all day long.',
  },
  { name: 'Fish games', slug: 'fish-games', description: 'Arcade shooting games for one to eight players.' },
  { name: 'Sweepstakes', slug: 'sweepstakes', description: 'Games that are played with sweeps coins.', noindex: true },
  { name: 'Bingo and keno', slug: 'bingo-and-keno' },
  { name: 'Sports', slug: 'sports', description: 'Pre-match and live odds.' },
  { name: 'Crash games', slug: 'crash-games', description: 'A multiplier rises until it crashes.' },
  {
    name: 'Lottery',
    slug: 'lottery',
    description: 'Đặc biệt, Ελλάδα, หวย: draws of other countries.',
    is_deleted: true,
  },
]
