/** Addresses that nobody owns: each passes the checksum of its network, and the same text always gives the same one. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, createBase58check, hex } from '@scure/base'

const base58check = createBase58check(sha256)
const withPrefix = (prefix: string) => (bytes: Uint8Array) =>
  bech32.encode(prefix, [0, ...bech32.toWords(bytes.slice(0, 20))])
const ofEthereum = (bytes: Uint8Array) => `0x${hex.encode(bytes.slice(0, 20))}`

/** By network. */
const FORMS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  BITCOIN: withPrefix('bc'),
  LITECOIN: withPrefix('ltc'),
  ETHEREUM: ofEthereum,
  BSC: ofEthereum,
  POLYGON: ofEthereum,
  TRON: (bytes) => base58check.encode(Uint8Array.from([0x41, ...bytes.slice(0, 20)])),
  SOLANA: (bytes) => base58.encode(bytes),
}
const bytesOf = (text: string) => sha256(new TextEncoder().encode(text))

/** @returns an address; null for an unknown network */
export const addressFor = (network: string, text: string): string | null => FORMS[network]?.(bytesOf(text)) ?? null

/** @returns the hash of a transaction that never was */
export const transactionHash = (text: string): string => hex.encode(bytesOf(`transaction ${text}`))
