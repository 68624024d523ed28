import { failed, ok, SIGN_IN_ERROR, type Result } from '@contract/errors'
import { sessionMachine, type SessionAnswer, type SignInAnswer } from '@machines/session/session.machine'
import { describePaths } from './kit/describe'
import { sessionOf, UNREACHABLE } from './kit/samples'

const form = { email: 'ada@pitboss.test', password: 'Pitboss#2026' }
const ada = sessionOf('ada')

/** The session of one tab; Ada signs in, and Grace is another person at the same machine. */
export const paths = describePaths({
  machine: sessionMachine,
  starts: {
    'without a token': { hadToken: false, signOutPending: false, link: null },
    'without a token, at a link': { hadToken: false, signOutPending: false, link: '/users' },
    'with a token': { hadToken: true, signOutPending: false, link: null },
    'with an unfinished sign-out': { hadToken: false, signOutPending: true, link: null },
  },
  events: {
    'signIn.submit': { type: 'signIn.submit', form },
    'session.focused': { type: 'session.focused' },
    'session.poll': { type: 'session.poll' },
    'token.nearEnd': { type: 'token.nearEnd' },
    woke: { type: 'woke' },
    'page.recovered': { type: 'page.recovered', signOutPending: false },
    'page.recovered: after a sign-out that did not reach the server': { type: 'page.recovered', signOutPending: true },
    'api.unauthorized: a token that holds': { type: 'api.unauthorized', token: ada.accessToken, expired: false },
    'api.unauthorized: a token that ran out': { type: 'api.unauthorized', token: ada.accessToken, expired: true },
    'api.unauthorized: a token of before': { type: 'api.unauthorized', token: 'a token of before', expired: false },
    'session.tokenExpired': { type: 'session.tokenExpired' },
    'session.emptied': { type: 'session.emptied' },
    'session.changedElsewhere: signed out': { type: 'session.changedElsewhere', signedIn: false },
    'session.changedElsewhere: Ada signed in': { type: 'session.changedElsewhere', signedIn: true, userId: 'ada' },
    'session.changedElsewhere: Grace signed in': { type: 'session.changedElsewhere', signedIn: true, userId: 'grace' },
    'signOut.request': { type: 'signOut.request' },
    'place.changed': { type: 'place.changed', place: '/users' },
    retry: { type: 'retry' },
  },
  answers: {
    readSession: {
      'Ada is signed in': ok({ session: ada }),
      'Grace is signed in': ok({ session: sessionOf('grace') }),
      'nobody is signed in': ok({ session: null }),
      'it can no longer be renewed': ok({ session: null, error: 'token-expiries' }),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, SessionAnswer>,
    signIn: {
      'Ada is signed in': ok({ session: ada }),
      'the password is wrong': ok({ refused: SIGN_IN_ERROR.wrongEmailOrPassword }),
      'an unexpected refusal': ok({ refused: SIGN_IN_ERROR.credentialsSignin }),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, SignInAnswer>,
    endSession: { 'the server ended it': ok(null), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<null>
    >,
    finishSignOut: {
      'the server ended it': ok(null),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, Result<null>>,
  },
  delays: { renewPause: 5_000 },
  // A response on its way to a page that was in the browser's cache is older than the page's return.
  mayRestart: ['page.recovered'],
  situation: ({ hadToken, signOutPending, link, session }) => ({
    hadToken,
    signOutPending,
    link,
    user: session?.user.id,
  }),
})
