import { expect, it } from 'vitest'
import { fuzzPlatform } from './fuzz-platform'

it('answers a thousand odd requests by the contract: no 5xx, failures in the envelope, hardly a line in the log', async () => {
  const { faults, statuses, logged, alive } = await fuzzPlatform({ requests: 1000, seed: 20_260_101 })
  expect(faults).toEqual([])
  expect(alive).toBe(true)
  // Otherwise it would be the same refusal all the time.
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '415', '422', '431']),
  )
  // What clients send as their own log (POST _log) is logged; refused requests are not.
  expect(logged).toBeLessThan(30)
}, 120_000)
