import { expect, it } from 'vitest'
import { bulkText, type BulkOutcome } from './bulk-outcome'

const of = (more: Partial<BulkOutcome>) =>
  bulkText({
    state: 'running',
    total: 1200,
    done: 0,
    refused: 0,
    left: 0,
    unconfirmed: 0,
    problem: null,
    gerund: 'Disabling',
    participle: 'disabled',
    ...more,
  })
const noun = { one: 'user', many: 'users' }

it('counts the processed records while it runs', () => {
  expect(of({ done: 1000, refused: 7 })).toBe('Disabling 1,007 of 1,200')
  expect(of({ state: 'stopping', done: 4, noun })).toBe('Stopping. 4 of 1,200 users disabled')
})
it('counts refused records and records not tried, with the reason', () => {
  expect(of({ state: 'partly', done: 1193, refused: 7, noun })).toBe('1,193 of 1,200 users disabled, 7 refused')
  expect(of({ state: 'stopped', done: 4, left: 1196 })).toBe('4 of 1,200 disabled, 1,196 not tried')
  expect(of({ state: 'interrupted', total: 1, left: 1, problem: 'The service is not available.', noun })).toBe(
    '0 of 1 user disabled, 1 not tried. The service is not available.',
  )
})
it('counts records without a response, and never reports them as unchanged', () => {
  expect(of({ state: 'checking', done: 8, unconfirmed: 4, noun })).toBe(
    '8 of 1,200 users disabled. No answer for 4 yet: checking whether they were disabled...',
  )
  expect(of({ state: 'uncertain', done: 8, unconfirmed: 1, noun })).toBe(
    '8 of 1,200 users disabled. It is not known whether 1 more was disabled: the server has not answered.',
  )
  expect(of({ state: 'uncertain', done: 8, unconfirmed: 4, left: 1188 })).toBe(
    '8 of 1,200 disabled, 1,188 not tried. It is not known whether 4 more were disabled: the server has not answered.',
  )
})
it('names the records in the final sentence', () => {
  expect(of({ state: 'succeeded', done: 1200, noun })).toBe('1,200 users disabled')
})
