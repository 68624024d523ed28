/**
 * Addresses of each network, checked by the checksum that the network defines. An address of Solana has none: whoever uses one for the first
 * time compares it (money, Withdrawals).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base'

interface AddressForm {
  readonly isValid: (address: string) => boolean
  /** The message shown for other addresses. */
  readonly message: string
  /** The one form of a valid address that can be written in several letter cases. */
  readonly standard?: (address: string) => string
}

const base58check = createBase58check(sha256)
/** @returns what the text decodes to; null where it is not in this form, or its checksum is wrong */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/** An address whose 20 bytes follow one of these version bytes. */
const isBase58Check = (address: string, versions: readonly number[]): boolean => {
  const bytes = decoded(() => base58check.decode(address))
  return bytes?.length === 21 && versions.includes(bytes[0]!)
}

/** BIP-173 and BIP-350: the first version of a witness program has another checksum than the later ones. @param prefix 'bc' */
function isWitness(address: string, prefix: string): boolean {
  const text = address.toLowerCase()
  if (address !== text && address !== address.toUpperCase()) return false
  const first = decoded(() => bech32.decode(text as `${string}1${string}`, 90))
  const found = first ?? decoded(() => bech32m.decode(text as `${string}1${string}`, 90))
  if (found?.prefix !== prefix) return false
  const [version = 17, ...words] = found.words
  const program = decoded(() => bech32.fromWords(words))
  if (!program || version > 16 || (version === 0) !== (first !== null)) return false
  return version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40
}

/** EIP-55: in an address of both cases, the case of its letters is a checksum. @param digits without `0x` @returns them in that case */
function inChecksumCase(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits.toLowerCase())))
  return Array.from(digits.toLowerCase(), (digit, at) =>
    parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('')
}
const isMixedRight = (digits: string): boolean =>
  digits === digits.toLowerCase() || digits === digits.toUpperCase() || digits === inChecksumCase(digits)

/** BIP-173: the form in capitals is for QR codes. */
const witnessInLowerCase = (prefix: string) => (address: string) =>
  isWitness(address, prefix) ? address.toLowerCase() : address

const ETHEREUM: AddressForm = {
  isValid: (address) => /^0x[\da-f]{40}$/i.test(address) && isMixedRight(address.slice(2)),
  message: '0x and 40 hexadecimal digits, in the letter case of the address',
  standard: (address) => `0x${inChecksumCase(address.slice(2))}`,
}
const FORMS: Readonly<Record<string, AddressForm>> = {
  BITCOIN: {
    isValid: (address) => isBase58Check(address, [0x00, 0x05]) || isWitness(address, 'bc'),
    message: 'Not an address of Bitcoin: compare it letter by letter',
    standard: witnessInLowerCase('bc'),
  },
  LITECOIN: {
    // 0x05 is that of Bitcoin, which older wallets still give.
    isValid: (address) => isBase58Check(address, [0x30, 0x32, 0x05]) || isWitness(address, 'ltc'),
    message: 'Not an address of Litecoin: compare it letter by letter',
    standard: witnessInLowerCase('ltc'),
  },
  ETHEREUM,
  BSC: ETHEREUM,
  POLYGON: ETHEREUM,
  TRON: {
    isValid: (address) => isBase58Check(address, [0x41]),
    message: 'Not an address of Tron, which has T and 33 letters and digits: compare it letter by letter',
  },
  SOLANA: {
    isValid: (address) => decoded(() => base58.decode(address))?.length === 32,
    message: '32 to 44 letters and digits, without 0, I, O and l',
  },
}

/** @returns the message for an address that is invalid on the network; null if it is valid */
export function addressFault(network: string, address: string): string | null {
  const form = FORMS[network]
  return form === undefined || form.isValid(address) ? null : form.message
}

/**
 * @param address that is valid on the network
 * @returns the form in which addresses are stored and compared: the same one for each way of writing it
 */
export const standardAddress = (network: string, address: string): string =>
  FORMS[network]?.standard?.(address) ?? address
