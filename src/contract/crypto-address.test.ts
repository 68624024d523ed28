import { describe, expect, test } from 'vitest'
import { addressFault } from './crypto-address'

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
  test.each([
    ['a letter in the wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['a wrong digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
    ['a missing digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['%s accepts an address in its own letter case, or in one case', TETHER_ON_TRON],
  ])('%s is refused', (_what, address) => expect(addressFault('BSC', address)).toMatch(/^0x and 40/))
})

describe('addresses of Tron', () => {
  test('begin with T', () => expect(addressFault('TRON', TETHER_ON_TRON)).toBeNull())
  test.each([
    TETHER_ON_TRON.slice(1),
    `${TETHER_ON_TRON}x`,
    TETHER_ON_TRON.replace('R', '0'),
    TETHER_ON_TRON.replace('R', 'l'),
    USDC_ON_SOLANA,
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
  ])('%s is refused', (address) => expect(addressFault('TRON', address)).toMatch(/^T and 33/))
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
  expect(addressFault('BITCOIN', 'bc1q')).toBeNull())
