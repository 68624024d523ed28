import { describe, expect, it } from 'vitest'
import { COIN_NETWORKS } from '@contract/records/money/crypto-coin'
import { addressFor, transactionHash } from '@demo/money/coin-addresses'
import { isIdentifier } from './identifier'

describe('identifiers', () => {
  it.each(Object.keys(COIN_NETWORKS))('has addresses of %s', (network) => {
    expect(isIdentifier(addressFor(network, 'a user')!)).toBe(true)
  })
  it('has hashes of transactions', () => {
    expect(isIdentifier(transactionHash('a payment'))).toBe(true)
  })
  it.each([
    '',
    'Donaudampfschifffahrt',
    'CW-60071',
    'DE89 •••• 3000',
    '2026-11-30T22:48:00.000Z',
    'https://pix.example/pay/7f31',
  ])('has no %s', (text) => expect(isIdentifier(text)).toBe(false))
})
