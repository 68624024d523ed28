import { describe, expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { sessionOf, UNREACHABLE } from '@tests/paths/kit/samples'
import { sessionMachine, type ForcedReason, type SessionContext } from './session.machine'
import { selectSessionView, sessionCommands } from './session.view'

const NOBODY: SessionContext = {
  hadToken: false,
  signOutPending: false,
  link: null,
  session: null,
  place: null,
  lastUserId: null,
  forcedOut: null,
  form: null,
  failedRenewals: 0,
  refusal: null,
  error: null,
}
const viewIn = (
  value: Parameters<typeof sessionMachine.resolveState>[0]['value'],
  context: Partial<SessionContext> = {},
) => selectSessionView(sessionMachine.resolveState({ value, context: { ...NOBODY, ...context } }))

describe('the page shows', () => {
  test.each([
    ['nothing yet while the server is asked and a token was found', 'loading', true, 'blank'],
    ['the login while the server is asked without a token', 'loading', false, 'login'],
    ['that the server is unreachable, if a token was found', 'unreachable', true, 'unreachable'],
    ['the login if the server is unreachable without a token', 'unreachable', false, 'login'],
    ['the login if nobody is signed in', { unauthenticated: 'signedOut' }, false, 'login'],
    ['the login after a session that had ended before the start', { unauthenticated: 'signedOut' }, true, 'login'],
    ['the login while a session is being ended', 'signingOut', true, 'login'],
    ['the console if somebody is signed in', { authenticated: 'current' }, true, 'console'],
    ['the console while the token is being renewed', { authenticated: 'renewing' }, true, 'console'],
    ['the console while the server cannot be reached for a new token', { authenticated: 'unrenewed' }, true, 'console'],
  ] as const)('%s', (_what, value, hadToken, surface) => {
    expect(viewIn(value, { hadToken, session: sessionOf('ada') }).surface).toBe(surface)
  })
})

test('the login is busy only while a sign-in or a sign-out is in flight', () => {
  const busyIn = (value: Parameters<typeof viewIn>[0]) => viewIn(value).busy
  expect(busyIn({ unauthenticated: 'submitting' })).toBe(true)
  expect(busyIn({ unauthenticated: 'endingPrevious' })).toBe(true)
  expect(busyIn('signingOut')).toBe(true)
  expect(busyIn({ unauthenticated: 'signedOut' })).toBe(false)
  expect(busyIn({ unauthenticated: 'rejected' })).toBe(false)
  expect(busyIn('loading')).toBe(false)
})

test('a refusal is shown as a sentence without underscores and quotes, a failure with its reason, and otherwise nothing', () => {
  const problemOf = (context: Partial<SessionContext>) => viewIn({ unauthenticated: 'rejected' }, context).problem
  expect(problemOf({ refusal: "WRONG_EMAIL_OR_'PASSWORD'" })).toBe('Wrong email or  password')
  expect(problemOf({ error: { kind: 'fatal', message: 'Down for a moment.' } })).toBe('Down for a moment.')
  expect(problemOf({ error: UNREACHABLE })).toBe(
    'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
  )
  expect(problemOf({})).toBeNull()
})

describe('a sign-in leads', () => {
  const forcedOut = { userId: 'ada', place: '/users?search=ada', reason: 'refused' as ForcedReason }
  const signedInAs = (person: 'ada' | 'grace', context: Partial<SessionContext>) =>
    viewIn({ authenticated: 'current' }, { ...context, session: sessionOf(person) }).returnTo

  test('the same person back to the interrupted page, which takes precedence over the link', () => {
    expect(signedInAs('ada', { forcedOut, link: '/users/42' })).toBe('/users?search=ada')
  })
  test('anybody else to the link that prompted it, or to Home', () => {
    expect(signedInAs('grace', { forcedOut, link: '/users/42' })).toBe('/users/42')
    expect(signedInAs('grace', { forcedOut })).toBe('/')
    expect(signedInAs('ada', {})).toBe('/')
  })
  test('nowhere else before it is known who signs in, and the login shows why it appeared', () => {
    const view = viewIn({ unauthenticated: 'signedOut' }, { forcedOut, link: '/users/42' })
    expect(view).toMatchObject({ returnTo: '/users/42', link: '/users/42', thrownOut: 'refused' })
    expect(viewIn({ unauthenticated: 'signedOut' })).toMatchObject({ returnTo: '/', link: null, thrownOut: null })
  })
})

test('each command sends its event', () => {
  const form = { email: 'ada@pitboss.test', password: 'Pitboss#2026' }
  expect(
    sentBy(sessionCommands, (commands) => {
      commands.signIn(form)
      commands.signOut()
      commands.retry()
    }),
  ).toEqual([{ type: 'signIn.submit', form }, { type: 'signOut.request' }, { type: 'retry' }])
})
