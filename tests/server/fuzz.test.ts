import { expect, it } from 'vitest'
import { fuzzPlatform } from './fuzz-platform'

it('responds to a thousand odd requests according to the contract: no 5xx, failures in the envelope, almost no log lines', async () => {
  const { faults, statuses, logged, alive } = await fuzzPlatform({ requests: 1000, seed: 20_260_101 })
  expect(faults).toEqual([])
  expect(alive).toBe(true)
  // Otherwise all requests would get the same refusal.
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '415', '422', '431']),
  )
  // The client log (POST _log) is logged; refused requests are not.
  expect(logged).toBeLessThan(30)
}, 120_000)
