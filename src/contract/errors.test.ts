import { describe, expect, it } from 'vitest'
import {
  ERROR_CODE,
  ERROR_WORDS,
  NAMED_SIGN_IN_ERRORS,
  SIGN_IN_ERROR,
  describeError,
  describeFailure,
  failed,
  isUncertain,
  leavesOutcomeOpen,
  ok,
  signInErrorText,
  type ApiError,
  type ApiErrorKind,
} from './errors'
import { HANDSHAKE_REFUSED } from './socket'

describe('the message of a failure', () => {
  it('is that of the server, if it sent one', () => {
    expect(describeError({ kind: 'forbidden', message: 'Only a SUPER_ADMIN may do this.' })).toBe(
      'Only a SUPER_ADMIN may do this.',
    )
  })
  it('says after an outage that nothing was changed and what to do, because the outcome of a write is then certain', () => {
    const error = { kind: 'unavailable', message: '', retryAfterSeconds: 5 } as const
    expect(describeError(error)).toMatch(/Nothing was changed\. .*try again\.$/)
    expect(isUncertain(error)).toBe(false)
  })
  it("is the console's own if the server sent none", () => {
    for (const [kind, words] of Object.entries(ERROR_WORDS)) {
      expect(words).toMatch(/^[A-Z].*\.$/)
      expect(words).not.toMatch(/oops|sorry/i)
      const base = { message: '', current: null, fields: {}, retryAfterSeconds: 1 }
      expect(describeError({ ...base, kind: kind as ApiErrorKind } as Parameters<typeof describeError>[0])).toBe(words)
    }
  })
  it('is empty for a success', () => {
    expect(describeFailure(ok(1))).toBe('')
    expect(describeFailure(failed({ kind: 'notFound', message: 'No such user.' }))).toBe('No such user.')
  })
})

describe('whether a request took effect', () => {
  const base = { message: '', current: null, fields: {}, retryAfterSeconds: 1 }
  const kindsOf = (holds: (error: ApiError) => boolean) =>
    Object.keys(ERROR_WORDS)
      .filter((kind) => holds({ ...base, kind: kind as ApiErrorKind } as ApiError))
      .toSorted()
  it('is uncertain if the response is lost, unreadable, cancelled or still pending', () => {
    expect(kindsOf(isUncertain)).toEqual(['aborted', 'fatal', 'network', 'running'])
    expect(isUncertain({ kind: 'fatal', message: '', answered: true })).toBe(false)
  })
  it('stays uncertain after more responses to a repetition: those sent before its key is looked up', () => {
    expect(kindsOf(leavesOutcomeOpen)).toEqual([
      'aborted',
      'fatal',
      'network',
      'running',
      'tooMany',
      'unauthorized',
      'unavailable',
    ])
    expect(leavesOutcomeOpen({ kind: 'fatal', message: '', answered: true })).toBe(true)
  })
})

describe('sign-in errors', () => {
  it.each([
    ['WRONG_EMAIL_OR_PASSWORD', 'Wrong email or password'],
    ['ACCOUNT_DISABLED', 'Account disabled'],
    ['"SOME_ERROR"', 'Some error'],
    ["it's_'quoted'", 'it s  quoted'],
    ['', ''],
  ])('%s is shown as %s: underscores and quotes become spaces (spec 8)', (code, text) =>
    expect(signInErrorText(code)).toBe(text),
  )

  it('are shown without underscores and quotes, whatever the code', () => {
    for (const code of [...Object.values(SIGN_IN_ERROR), ...Object.keys(NAMED_SIGN_IN_ERRORS)])
      expect(signInErrorText(code)).not.toMatch(/[_'"]/)
  })
  it('named in spec section 8 all have a message', () => {
    const named = [
      'OAuthCallbackError',
      'AccountNotLinkedError',
      'MissingAPIRoute',
      'MissingSecret',
      'MissingAuthorize',
      'MissingAdapter',
      'MissingAdapterMethods',
      'UnsupportedStrategy',
      'InvalidCallbackUrl',
      'UnknownError',
    ]
    for (const name of named) expect(NAMED_SIGN_IN_ERRORS[name], name).toMatch(/^[A-Z].*\.$/)
  })
})

it('the codes on the wire are stable and unique', () => {
  const codes = Object.values(ERROR_CODE)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/)
})

it('results report whether they are successful', () => {
  expect(ok(5)).toEqual({ ok: true, value: 5 })
  expect(failed({ kind: 'network', message: '' })).toEqual({ ok: false, error: { kind: 'network', message: '' } })
})

it('a refused handshake of the socket has the name of the contract', () =>
  expect(HANDSHAKE_REFUSED).toBe('UNAUTHORIZED'))
