/** The source of every record, a line each: a missing one fails the type check. */
import type { RecordKey } from '@contract/records/records'
import brandCategory from './content/brand-category'
import gameType from './content/game-type'
import newsletterSubscriber from './content/newsletter-subscriber'
import platform from './content/platform'
import storePlatform from './content/store-platform'
import cryptoCoin from './money/crypto-coin'
import store from './system/store'
import type { DescribedSource, RecordSource } from './source'

const DESCRIBED: { readonly [N in RecordKey]: DescribedSource } = {
  store,
  brandCategory,
  platform,
  gameType,
  storePlatform,
  cryptoCoin,
  newsletterSubscriber,
}

/** Every source, by the name of its record. */
export const SOURCES = Object.fromEntries(
  Object.entries(DESCRIBED).map(([name, source]) => [name, source.compile()]),
) as { readonly [N in RecordKey]: RecordSource }
