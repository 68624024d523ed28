import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { addressFault, standardAddress } from './crypto-address'

const TETHER_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const USDC_ON_SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('addresses of Ethereum and similar networks', () => {
  // From the text of EIP-55.
  const CHECKED = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]
  test.each(['ETHEREUM', 'BSC', 'POLYGON'])('%s takes one in its own letter case, or in one case', (network) => {
    for (const address of CHECKED) {
      expect(addressFault(network, address)).toBeNull()
      expect(addressFault(network, address.toLowerCase())).toBeNull()
      expect(addressFault(network, `0x${address.slice(2).toUpperCase()}`)).toBeNull()
    }
  })
  test.each(CHECKED)('%s is the standard form of each way to write it', (address) => {
    for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect(standardAddress('POLYGON', written)).toBe(address)
  })
  test.each([
    ['a letter in the wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['a wrong digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
    ['a missing digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['%s accepts an address in its own letter case, or in one case', TETHER_ON_TRON],
  ])('%s is refused', (_what, address) => expect(addressFault('BSC', address)).toMatch(/^0x and 40/))
})

describe('addresses of Bitcoin and Litecoin', () => {
  // Published vectors: BIP-173 and BIP-350; the first address of the chain, and one of a script (BIP-13).
  test.each([
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ])('%s is one of Bitcoin', (address) => expect(addressFault('BITCOIN', address)).toBeNull())
  test.each([
    ['another prefix', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
    ['the checksum of version 0 in a later one', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['the same in capitals', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
    ['the checksum of later versions in version 0', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['a letter that no address has', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['a program of one byte', 'bc1pw5dgrnzv'],
    ['a program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
    ['a program of 16 bytes in version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['both cases', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqZk5jj0'],
    ['padding of more than four bits', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
    ['no program', 'bc1gmk9yu'],
    ['a wrong letter', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['a wrong letter of an old one', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['an address of Tron', TETHER_ON_TRON],
  ])('%s is refused', (_what, address) =>
    expect(addressFault('BITCOIN', address)).toMatch(/^Not an address of Bitcoin/),
  )

  test('Litecoin has versions and a prefix of its own', () => {
    const program = bech32.toWords(hex.decode('751e76e8199196d454941c45d1b3a323f1433bd6'))
    const check = createBase58check(sha256)
    const bytes = (version: number) => check.encode(new Uint8Array([version, ...Array<number>(20).fill(7)]))
    for (const address of [bech32.encode('ltc', [0, ...program]), bytes(0x30), bytes(0x32)]) {
      expect(addressFault('LITECOIN', address)).toBeNull()
      expect(addressFault('BITCOIN', address)).not.toBeNull()
    }
    expect(addressFault('LITECOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).not.toBeNull()
  })
})

test('the standard form of a witness address is in lower case, and of others it is what was written', () => {
  const witness = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(standardAddress('BITCOIN', witness.toUpperCase())).toBe(witness)
  for (const [network, address] of [
    ['BITCOIN', witness],
    ['BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['TRON', TETHER_ON_TRON],
    ['SOLANA', USDC_ON_SOLANA],
  ] as const)
    expect(standardAddress(network, address)).toBe(address)
})

describe('addresses of Tron', () => {
  test('have a checksum', () => expect(addressFault('TRON', TETHER_ON_TRON)).toBeNull())
  test.each([
    TETHER_ON_TRON.slice(1),
    `${TETHER_ON_TRON}x`,
    TETHER_ON_TRON.replace('R', '0'),
    TETHER_ON_TRON.replace('R', 'l'),
    TETHER_ON_TRON.replace('R', 'S'),
    USDC_ON_SOLANA,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
  ])('%s is refused', (address) => expect(addressFault('TRON', address)).toMatch(/^Not an address of Tron/))
})

describe('addresses of Solana', () => {
  test.each([USDC_ON_SOLANA, 'So11111111111111111111111111111111111111112', '1'.repeat(32)])('%s', (address) =>
    expect(addressFault('SOLANA', address)).toBeNull(),
  )
  test.each([TETHER_ON_TRON, USDC_ON_SOLANA.slice(2), `${USDC_ON_SOLANA}1`, USDC_ON_SOLANA.replace('E', 'O')])(
    '%s is refused, because it does not decode to 32 bytes',
    (address) => expect(addressFault('SOLANA', address)).toMatch(/^32 to 44/),
  )
})

test('an address of a network without a defined form is not checked', () =>
  expect(addressFault('DOGECOIN', 'D')).toBeNull())
