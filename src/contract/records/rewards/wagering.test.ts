import { describe, expect, it } from 'vitest'
import { countedOf, shareOf, type PlayedRound, type Weighted } from './wagering'

const grant = (id: string, left: bigint, more: Partial<Weighted> = {}): Weighted => ({
  id,
  user: 'vera',
  left,
  from: 1000,
  weights: {},
  ...more,
})
const round = (id: string, stake: string, more: Partial<PlayedRound> = {}): PlayedRound => ({
  id,
  user: 'vera',
  stake,
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

describe('rounds that count', () => {
  it('count for the oldest grant until it is done, then for the next one; one round is never divided', () => {
    const rounds = [round('1', '6'), round('2', '6'), round('3', '1')]
    expect(countedOf([grant('a', 1000n), grant('b', 500n)], rounds)).toEqual([
      { round: '1', grant: 'a', hundredths: 600n },
      { round: '2', grant: 'a', hundredths: 600n },
      { round: '3', grant: 'b', hundredths: 100n },
    ])
  })
  it('do not count before the grant, for another user, or with a weight of 0', () => {
    const rounds = [round('1', '6', { at: 999 }), round('2', '6', { user: 'liam' }), round('3', '6', { weight: '0' })]
    expect(countedOf([grant('a', 1000n)], rounds)).toEqual([])
  })
  it('have the weight that the bonus gives to their game type, else that of the game type', () => {
    const weights = { slot: '10', fish: '0' }
    const rounds = [
      round('1', '6'),
      round('2', '6', { gameType: 'fish' }),
      round('3', '6', { gameType: 'live', weight: '50' }),
    ]
    expect(countedOf([grant('a', 1000n, { weights })], rounds)).toEqual([
      { round: '1', grant: 'a', hundredths: 60n },
      { round: '3', grant: 'a', hundredths: 300n },
    ])
  })
})
