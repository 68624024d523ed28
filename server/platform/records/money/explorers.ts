/** Pages that show a transaction of a network. */

/** What comes before the hash, by network. */
const EXPLORERS = {
  BITCOIN: 'https://mempool.space/tx/',
  LITECOIN: 'https://litecoinspace.org/tx/',
  ETHEREUM: 'https://etherscan.io/tx/',
  BSC: 'https://bscscan.com/tx/',
  POLYGON: 'https://polygonscan.com/tx/',
  TRON: 'https://tronscan.org/#/transaction/',
  SOLANA: 'https://solscan.io/tx/',
} as const

/** @returns SQL of the address of a transaction's page; null for a network without one, or without a hash */
export const explorerSql = (network: string, hash: string): string =>
  `case ${network} ${Object.entries(EXPLORERS)
    .map(([name, page]) => `when '${name}' then '${page}'`)
    .join(' ')} end || ${hash}`
