/** `npm run fuzz -- [--requests 36000] [--seed 1]`: sends odd requests and counts the responses that violate the contract. */
import { parseArgs } from 'node:util'
import { fuzzPlatform } from './fuzz-platform'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '36000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (![requests, seed].every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.error('--requests and --seed take whole numbers.')
  process.exit(2)
}
const { statuses, faults, logged, alive } = await fuzzPlatform({ requests, seed, atOnce: 16 })
const kinds = new Map<string, string[]>()
for (const fault of faults) {
  const kind = fault.slice(fault.lastIndexOf(' → ') + 3).replace(/"request_id":"[^"]*"/, '')
  kinds.set(kind, [...(kinds.get(kind) ?? []), fault])
}
for (const [kind, examples] of kinds) console.log(`${examples.length} × ${kind}\n  e.g. ${examples[0]}`)
console.log(`seed ${seed}: ${requests} requests, answers by status ${JSON.stringify(statuses)}, ${logged} log lines`)
console.log(`${faults.length} answers break the contract; the server ${alive ? 'still answers' : 'is gone'}.`)
process.exit(faults.length > 0 || !alive ? 1 : 0)
