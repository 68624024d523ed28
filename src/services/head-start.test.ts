import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeadStart, type BegunCalls } from './head-start'

const SESSION = 'http://console.test/api/auth/session'
const LIST = 'http://console.test/api/v1/users?itemNo=5'
const asked = vi.fn<typeof fetch>(async () => new Response('from the network'))

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockClear()
})
afterEach(() => void vi.useRealTimers())

const begin = () => {
  const begun = (text: string) => ({ answer: Promise.resolve(new Response(text)), stop: new AbortController() })
  const calls = {
    [`application/json ${SESSION}`]: begun('session'),
    [`application/x-ndjson ${LIST}`]: begun('list'),
  } satisfies BegunCalls['calls']
  return { calls, headStart: createHeadStart({ token: 'tok', calls }, asked) }
}
const textOf = async (answer: Promise<Response>) => (await answer).text()
const json = { headers: { Accept: 'application/json' } }
const ndjson = (token: string, more: RequestInit = {}) => ({
  headers: { Accept: 'application/x-ndjson', Authorization: `Bearer ${token}` },
  ...more,
})

describe('calls that the page has started', () => {
  it('responds to the first of each with the call in progress, and to the next from the network', async () => {
    const { headStart } = begin()
    expect(await textOf(headStart.fetch(SESSION, json))).toBe('session')
    expect(await textOf(headStart.fetch(new Request(LIST, ndjson('tok'))))).toBe('list')
    expect(asked).not.toHaveBeenCalled()
    expect(await textOf(headStart.fetch(SESSION, json))).toBe('from the network')
  })
  it.each([
    ['another address', LIST.replace('5', '6'), ndjson('tok')],
    ['another token', LIST, ndjson('other')],
    ['another form of the response', LIST, { headers: { Accept: 'application/json', Authorization: 'Bearer tok' } }],
    ['a write', LIST, ndjson('tok', { method: 'POST' })],
  ])('%s is fetched from the network', async (_, url, init) => {
    expect(await textOf(begin().headStart.fetch(url, init))).toBe('from the network')
    expect(asked).toHaveBeenCalledOnce()
  })
  it('accepts a response for an earlier token of the same person, unless it refuses that token', async () => {
    const token = (sub: string, iat: number) => `x.${btoa(JSON.stringify({ sub, iat }))}.y`
    const ask = async (used: string, status: number) => {
      const calls = {
        [`application/x-ndjson ${LIST}`]: {
          answer: Promise.resolve(new Response('list', { status })),
          stop: new AbortController(),
        },
      }
      return textOf(createHeadStart({ token: token('ada', 1), calls }, asked).fetch(LIST, ndjson(used)))
    }
    expect(await ask(token('ada', 2), 200)).toBe('list')
    expect(await ask(token('ada', 2), 401)).toBe('from the network')
    expect(await ask(token('ben', 2), 200)).toBe('from the network')
    expect(await ask(token('ada', 1), 401)).toBe('list')
  })
  it('is no longer offered to the picture of the list once it has a caller', async () => {
    const { headStart, calls } = begin()
    await headStart.fetch(LIST, ndjson('tok'))
    expect(Object.keys(calls)).toEqual([`application/json ${SESSION}`])
  })
  it('is aborted together with its caller', async () => {
    const { headStart, calls } = begin()
    const leaving = new AbortController()
    const { stop } = calls[`application/x-ndjson ${LIST}`]!
    await headStart.fetch(LIST, ndjson('tok', { signal: leaving.signal }))
    expect(stop.signal.aborted).toBe(false)
    leaving.abort()
    expect(stop.signal.aborted).toBe(true)
  })
  it('is aborted when the session ends, and after ten seconds without a caller', async () => {
    const ended = begin()
    const { stop: stopOfList } = ended.calls[`application/x-ndjson ${LIST}`]!
    ended.headStart.drop()
    expect(stopOfList.signal.aborted).toBe(true)
    expect(await textOf(ended.headStart.fetch(SESSION, json))).toBe('from the network')
    const { stop } = begin().calls[`application/json ${SESSION}`]!
    vi.advanceTimersByTime(10_000)
    expect(stop.signal.aborted).toBe(true)
  })
  it('does nothing if the page started no calls', async () => {
    expect(await textOf(createHeadStart(undefined, asked).fetch(SESSION, json))).toBe('from the network')
  })
})
