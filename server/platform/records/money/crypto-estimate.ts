/** How much of a coin is sent for an amount of money at the rate of this moment (money, Crypto: the rate is locked when approved). */
import { RATE_OF } from './coin-quotes'

/** SQL of the rate of the coin of a crypto withdrawal at this moment, as a text; null where it has none. @param alias of the withdrawal */
export const RATE_NOW_OF = (alias: string): string =>
  `(select ${RATE_OF.rate} from crypto_coins c left join coin_quotes q on q.coin_id = c.id where c.id = ${alias}.coin_id)`

/**
 * SQL of what a crypto withdrawal would send now: what its net amount is worth, rounded down to the places of its coin, without the network
 * fee. Null where the coin has no rate, or nothing is left.
 * @param alias of the withdrawal
 */
export const ESTIMATE_OF = (alias: string): string =>
  `(select nullif(greatest(trunc(${alias}.net_amount / nullif((${RATE_OF.rate})::numeric, 0), ${alias}.decimals) - ${alias}.network_fee, 0), 0)
    from crypto_coins c left join coin_quotes q on q.coin_id = c.id where c.id = ${alias}.coin_id)`
