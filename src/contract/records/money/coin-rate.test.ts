import { expect, it } from 'vitest'
import { describeApproval } from '../action-approval'
import { isSameRate, rateChange, rateFacts, type RatedCoin } from './coin-rate'
import { cryptoCoin } from './crypto-coin'

const TETHER = { symbol: 'USDT', network: 'TRON', fixed_rate: '1.00000000', max_withdrawal: '10000' }

it.each([
  ['1', '1.02', '+2%'],
  ['1', '0.5', '−50%'],
  ['1', '100', '+9,900%'],
  ['3', '2', '−33.33%'],
  ['0.00000001', '9999999999', '+99,999,999,989,999,999,900%'],
  ['1', '1.00001', 'less than 0.01%'],
  ['1', '0.99999', 'less than 0.01%'],
])('from %s to %s the rate changes by %s', (from, to, change) => expect(rateChange(from, to)).toBe(change))

it('a rate is the same number however it is written', () => {
  expect(isSameRate('1', '1.00000000')).toBe(true)
  expect(isSameRate('1', '1.00000001')).toBe(false)
})

/** What whoever approves the rate reads. */
const described = (coin: RatedCoin, fixed_rate: string, reason: string) =>
  describeApproval(
    cryptoCoin,
    cryptoCoin.actions.setRate,
    { ...coin },
    { fixed_rate, reason },
    rateFacts(coin, fixed_rate),
    'USD',
  )

it('whoever approves a rate reads both rates, the change, and what the most in one withdrawal is worth', () =>
  expect(described(TETHER, '1.02', 'The issuer says so')).toEqual({
    title: 'Set the rate of USDT on Tron to 1.02 USD',
    details: [
      { label: 'Rate now', value: '1 USD' },
      { label: 'New rate', value: '1.02 USD' },
      { label: 'Change', value: '+2%' },
      { label: 'Most in one withdrawal: 10,000 USDT', value: '10,200.00 USD, now 10,000.00 USD' },
      { label: 'Reason', value: 'The issuer says so' },
    ],
    amount: '0.00',
  }))

it('a coin that follows the feed has no rate to compare with', () =>
  expect(
    described({ ...TETHER, fixed_rate: null, max_withdrawal: '0.000000000000000001' }, '0.00000001', 'x').details,
  ).toEqual([
    { label: 'Rate now', value: 'From the feed' },
    { label: 'New rate', value: '0.00000001 USD' },
    { label: 'Most in one withdrawal: 0.000000000000000001 USDT', value: '0.00 USD' },
    { label: 'Reason', value: 'x' },
  ]))
