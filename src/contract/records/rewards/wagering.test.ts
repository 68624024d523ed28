import { describe, expect, it } from 'vitest'
import { countedOf, shareOf, type CountedRound, type PlayedRound, type Weighted } from './wagering'

const grant = (id: string, left: bigint, more: Partial<Weighted> = {}): Weighted => ({
  id,
  user: 'vera',
  left,
  from: 1000,
  weights: {},
  maxBet: null,
  ...more,
})
const round = (id: string, stake: string, more: Partial<PlayedRound> = {}): PlayedRound => ({
  id,
  user: 'vera',
  stake,
  bet: stake,
  gameType: 'slot',
  weight: '100',
  at: 2000,
  ...more,
})

describe('a share in percent', () => {
  it.each([
    [250n, '100', 250n],
    [250n, '0', 0n],
    [5n, '50', 2n],
    [15n, '50', 8n],
    [1n, '49.99', 0n],
    [1n, '50.01', 1n],
    [99_999_999_999n, '33.33', 33_330_000_000n],
  ])('of %s hundredths, %s percent, is %s: half to even', (hundredths, percent, share) => {
    expect(shareOf(hundredths, percent)).toBe(share)
  })
})

/** What a round counts: its id, the grant, hundredths, and the percentage of its stake. */
const shown = (counted: readonly CountedRound[]) =>
  counted.map(({ round: id, grant: of, hundredths, percent }) => [id, of, hundredths, percent])

describe('rounds that count', () => {
  it('count for the oldest grant until it is done, then for the next one; one round is never divided', () => {
    const rounds = [round('1', '6'), round('2', '6'), round('3', '1')]
    expect(shown(countedOf([grant('a', 1000n), grant('b', 500n)], rounds))).toEqual([
      ['1', 'a', 600n, '100'],
      ['2', 'a', 600n, '100'],
      ['3', 'b', 100n, '100'],
    ])
  })
  it('are none before the grant, and none of another user', () => {
    const rounds = [round('1', '6', { at: 999 }), round('2', '6', { user: 'liam' })]
    expect(countedOf([grant('a', 1000n)], rounds)).toEqual([])
  })
  it('have the weight that the bonus gives to their game type, else that of the game type, which may be 0', () => {
    const weights = { slot: '10', fish: '0' }
    const rounds = [
      round('1', '6'),
      round('2', '6', { gameType: 'fish' }),
      round('3', '6', { gameType: 'live', weight: '50' }),
    ]
    expect(shown(countedOf([grant('a', 1000n, { weights })], rounds))).toEqual([
      ['1', 'a', 60n, '10'],
      ['2', 'a', 0n, '0'],
      ['3', 'a', 300n, '50'],
    ])
  })
  it('count nothing with a bet above the maximum of the bonus, whatever was refunded of it', () => {
    const rounds = [round('1', '5'), round('2', '5.01'), round('3', '4', { bet: '6' })]
    expect(shown(countedOf([grant('a', 1000n, { maxBet: 500n })], rounds))).toEqual([
      ['1', 'a', 500n, '100'],
      ['2', 'a', 0n, '0'],
      ['3', 'a', 0n, '0'],
    ])
  })
})
