/** The form of addresses on each network. Addresses of a network without an entry are not checked here. */
import { keccak256 } from './keccak'

interface AddressForm {
  readonly isValid: (address: string) => boolean
  /** The message shown for other addresses. */
  readonly message: string
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const isBase58 = (text: string) => Array.from(text).every((letter) => BASE58.includes(letter))
/** @returns the number of bytes that a base58 text decodes to; each leading '1' is a zero byte */
function bytesOf(text: string): number {
  const zeros = /^1*/.exec(text)![0].length
  const number = Array.from(text).reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n)
  return zeros + (number === 0n ? 0 : Math.ceil(number.toString(16).length / 2))
}

/** EIP-55: in an address of both cases, the case of its letters is a checksum. */
function isMixedRight(digits: string): boolean {
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const hash = keccak256(digits.toLowerCase())
  return Array.from(digits).every(
    (digit, at) => digit === (parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit.toLowerCase()),
  )
}

const ETHEREUM: AddressForm = {
  isValid: (address) => /^0x[\da-f]{40}$/i.test(address) && isMixedRight(address.slice(2)),
  message: '0x and 40 hexadecimal digits, in the letter case of the address',
}
const FORMS: Readonly<Record<string, AddressForm>> = {
  ETHEREUM,
  BSC: ETHEREUM,
  POLYGON: ETHEREUM,
  TRON: {
    isValid: (address) => /^T.{33}$/.test(address) && isBase58(address),
    message: 'T and 33 letters and digits, without 0, I, O and l',
  },
  SOLANA: {
    isValid: (address) => /^.{32,44}$/.test(address) && isBase58(address) && bytesOf(address) === 32,
    message: '32 to 44 letters and digits, without 0, I, O and l',
  },
}

/** @returns the message for an address that is invalid on the network; null if it is valid */
export function addressFault(network: string, address: string): string | null {
  const form = FORMS[network]
  return form === undefined || form.isValid(address) ? null : form.message
}
