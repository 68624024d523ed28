/** The demo rows of every record, a line each: a missing one fails the type check. */
import type { RecordKey } from '@contract/records/records'
import { brandCategories } from './content/brand-category'
import { gameTypes } from './content/game-type'
import { newsletterSubscribers } from './content/newsletter-subscriber'
import { platforms } from './content/platform'
import { cryptoCoins } from './money/crypto-coin'
import type { RowsOf } from './rows'

export const DEMO_ROWS: { readonly [N in RecordKey]: RowsOf<N> } = {
  brandCategory: brandCategories,
  platform: platforms,
  gameType: gameTypes,
  cryptoCoin: cryptoCoins,
  newsletterSubscriber: newsletterSubscribers,
}
