/** What the demo's wallet service is called, and what it says of coins. */

/** Name of the demo's wallet service (server/sandbox/demo.ts). */
export const COIN_RAIL = 'COINS'
/** Prices of the coins that follow the feed, when the demo begins. */
export const COIN_PRICES: Readonly<Record<string, string>> = { BTC: '64000', LTC: '82.4', ETH: '3120' }
/** What the demo's wallet service can send of each coin; of every other one the second. */
export const HOT_WALLETS: Readonly<Record<string, string>> = { BTC: '3.814', LTC: '41.25', ETH: '22.5' }
export const HOT_WALLET = '25000'

/** Numbers of users whose money is in euros: coins are for money in the platform's currency. */
const IN_EUROS: readonly number[] = [31, 61, 87]
/** @param number of a user @returns that of one who may have coins */
export const coinUser = (number: number): number => (IN_EUROS.includes(number) ? number + 1 : number)
