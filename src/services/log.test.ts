import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authOperations } from '@contract/http/auth'
import { createLog } from './log'

let time: number
let beacons: { url: string; line: Promise<string>; type: string }[]
beforeEach(() => {
  time = 0
  beacons = []
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const clock = { now: () => time }
const beacon = (url: string, line: Blob) => beacons.push({ url, line: line.text(), type: line.type }) > 0

describe('the log', () => {
  it('writes to console.info and sends an entry that follows the contract', async () => {
    createLog({ baseUrl: 'https://api.test', clock, beacon }).log('session', 'Something went wrong')
    expect(console.info).toHaveBeenCalledWith('session: Something went wrong')
    expect(beacons).toMatchObject([{ url: 'https://api.test/api/auth/_log', type: 'application/json' }])
    const line: unknown = JSON.parse(await beacons[0]!.line)
    expect(line).toEqual({ level: 'info', code: 'session', message: 'Something went wrong' })
    expect(authOperations.log.body!.validateSync(line)).toEqual(line)
  })
  it('cuts values that are longer than the server accepts, and needs no message', async () => {
    const log = createLog({ baseUrl: '', clock, beacon })
    log.log('c'.repeat(300), 'm'.repeat(3000))
    log.log('bare')
    const [long, bare] = await Promise.all(beacons.map(async ({ line }) => JSON.parse(await line) as unknown))
    expect(authOperations.log.body!.validateSync(long)).toEqual(long)
    expect(bare).toEqual({ level: 'info', code: 'bare' })
    expect(console.info).toHaveBeenLastCalledWith('bare')
  })
  it('sends at most twenty entries a minute; console.info gets all', () => {
    const log = createLog({ baseUrl: '', clock, beacon })
    for (let n = 0; n < 30; n += 1) log.log('flood')
    expect(beacons).toHaveLength(20)
    expect(console.info).toHaveBeenCalledTimes(30)
    time += 59_999
    log.log('flood')
    expect(beacons).toHaveLength(20)
    time += 1
    log.log('flood')
    expect(beacons).toHaveLength(21)
  })
  it('continues after the clock was set back', () => {
    const log = createLog({ baseUrl: '', clock, beacon })
    for (let n = 0; n < 20; n += 1) log.log('flood')
    time -= 3_600_000
    log.log('after')
    expect(beacons).toHaveLength(21)
  })
  it('falls back to fetch with keepalive, and never throws', async () => {
    const post = vi.fn<(url: string, init: RequestInit) => Promise<unknown>>(() => Promise.reject(new Error('offline')))
    createLog({ baseUrl: '', clock, beacon: () => false, fetch: post }).log('session')
    expect(post).toHaveBeenCalledWith(
      '/api/auth/_log',
      expect.objectContaining({ method: 'POST', keepalive: true, body: '{"level":"info","code":"session"}' }),
    )
    // There is no beacon in this environment.
    createLog({ baseUrl: '', clock, fetch: post }).log('session')
    expect(post).toHaveBeenCalledTimes(2)
    await new Promise((resolve) => setTimeout(resolve))
  })
})
