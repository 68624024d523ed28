/**
 * Required behaviour of the session (spec 2, 4, 8, 9; docs/decisions.md): clears the device whenever somebody is signed
 * out, submits and signs out once, renews a token that expired and signs out after one that was refused, ends the
 * session at the server too, and returns only the same person to an interrupted page. A sign-out without a response
 * never locks the login.
 */
import { ERROR_WORDS, SIGN_IN_ERROR } from '@contract/errors'
import type { EndReason, ForcedReason, SessionContext } from '@machines/session/session.machine'
import { sessionOf, UNREACHABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths } from '../session.paths'

const ada = sessionOf('ada')
const grace = sessionOf('grace')
const FORM = { email: 'ada@pitboss.test', password: 'Pitboss#2026' }

const NOBODY = {
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
} satisfies SessionContext

const SIGNED_IN = ['current', 'renewing', 'unrenewed'] as const
const LOGIN = ['signedOut', 'rejected'] as const
const RENEWS = ['session.focused', 'session.poll', 'token.nearEnd', 'woke'] as const
const OVER = ['nobody is signed in', 'it can no longer be renewed'] as const
const RECOVERED = 'page.recovered'
const RECOVERED_OUT = 'page.recovered: after a sign-out that did not reach the server'
const OUT_ELSEWHERE = 'session.changedElsewhere: signed out'
const IN_ELSEWHERE = ['session.changedElsewhere: Ada signed in', 'session.changedElsewhere: Grace signed in'] as const

const NO_PROBLEM = { refusal: null, error: null }
const began = (session: typeof ada) => ({
  session,
  ...NO_PROBLEM,
  hadToken: true,
  signOutPending: false,
  failedRenewals: 0,
})
const BEGAN = (session: typeof ada) => ['emit', { type: 'session.began', session }] as const
const RENEWED = (session: typeof ada) => ['emit', { type: 'session.renewed', session }] as const
const ENDED = (reason: EndReason) => ['emit', { type: 'session.ended', reason }] as const
const KEEP = (session: typeof ada) => ['keepSession', { session }] as const
const LOG = ['logFailure', { code: 'session', message: ERROR_WORDS.network }] as const

/** Nobody is signed in any more, and the same person may return to the page. */
const forcedOut =
  (reason: ForcedReason) =>
  ({ session, place }: SessionContext) => ({
    session: null,
    hadToken: false,
    link: null,
    lastUserId: session!.user.id,
    forcedOut: { userId: session!.user.id, place: place ?? '/', reason },
    signOutPending: true,
  })
/** The page begins again: it shows nothing until the server has said who is signed in. */
const restarted = ({ session }: SessionContext) => ({
  session: null,
  hadToken: true,
  link: null,
  lastUserId: session!.user.id,
})
/** Nobody is signed in any more, and no page is remembered. */
const LEFT = { session: null, hadToken: false, link: null, lastUserId: null, forcedOut: null, place: null }

export const table = describeTable(paths, {
  starts: {
    'without a token': { states: ['loading'], context: NOBODY, calls: ['surroundingsFeed', 'readSession'] },
    'without a token, at a link': {
      states: ['loading'],
      context: { ...NOBODY, link: '/users' },
      calls: ['surroundingsFeed', 'readSession'],
    },
    'with a token': {
      states: ['loading'],
      context: { ...NOBODY, hadToken: true },
      calls: ['surroundingsFeed', 'readSession'],
    },
    'with an unfinished sign-out': {
      states: ['signingOut'],
      context: { ...NOBODY, signOutPending: true },
      calls: ['surroundingsFeed', 'endSession'],
    },
  },
  cases: {
    'a token was found': ({ hadToken }) => hadToken,
    'no token was found': ({ hadToken }) => !hadToken,
    'the previous session is over': ({ signOutPending }) => !signOutPending,
    'the previous session may not be over': ({ signOutPending }) => signOutPending,
    'Ada is signed in': ({ session }) => session?.user.id === 'ada',
    'Grace is signed in': ({ session }) => session?.user.id === 'grace',
  },
  rows: [
    /* The start: the server decides who is signed in. */
    {
      in: 'loading',
      on: 'readSession answers: Ada is signed in',
      to: 'current',
      sets: began(ada),
      calls: [KEEP(ada), BEGAN(ada)],
    },
    {
      in: 'loading',
      on: 'readSession answers: Grace is signed in',
      to: 'current',
      sets: began(grace),
      calls: [KEEP(grace), BEGAN(grace)],
    },
    // If nobody was signed in, there is nothing to end at the server.
    {
      in: 'loading',
      on: 'readSession answers: nobody is signed in',
      when: 'no token was found',
      to: 'signedOut',
      calls: ['clearDevice', ENDED('expired')],
    },
    {
      in: 'loading',
      on: 'readSession answers: nobody is signed in',
      when: 'a token was found',
      to: 'signingOut',
      sets: { signOutPending: true },
      calls: ['clearDevice', ENDED('expired'), 'endSession'],
    },
    {
      in: 'loading',
      on: 'readSession answers: it can no longer be renewed',
      to: 'signingOut',
      sets: { signOutPending: true },
      calls: ['clearDevice', ENDED('expired'), 'endSession'],
    },
    {
      in: 'loading',
      on: 'readSession answers: the server is not reached',
      to: 'unreachable',
      sets: { error: UNREACHABLE },
      calls: [LOG],
    },
    {
      in: 'unreachable',
      on: ['retry', 'woke', 'session.focused', 'session.poll', ...IN_ELSEWHERE],
      to: 'loading',
      sets: NO_PROBLEM,
      calls: ['readSession'],
    },
    {
      in: ['loading', 'unreachable'],
      on: OUT_ELSEWHERE,
      to: 'signedOut',
      sets: { signOutPending: true },
      calls: ['clearDevice', ENDED('elsewhere')],
    },
    // The login is shown and can be used while the server is asked; with a token it is not shown.
    {
      in: ['loading', 'unreachable'],
      on: 'signIn.submit',
      when: 'no token was found',
      to: 'submitting',
      sets: { form: FORM, ...NO_PROBLEM },
      calls: [['signIn', FORM]],
    },
    { in: ['loading', 'unreachable'], on: 'signIn.submit', when: 'a token was found' },

    /* The login: one sign-in at a time, after the previous session was ended. */
    {
      in: LOGIN,
      on: 'signIn.submit',
      when: 'the previous session is over',
      to: 'submitting',
      sets: { form: FORM, ...NO_PROBLEM },
      calls: [['signIn', FORM]],
    },
    {
      in: LOGIN,
      on: 'signIn.submit',
      when: 'the previous session may not be over',
      to: 'endingPrevious',
      sets: { form: FORM, ...NO_PROBLEM },
      calls: ['finishSignOut'],
    },
    {
      in: 'endingPrevious',
      on: 'finishSignOut answers: the server ended it',
      to: 'submitting',
      sets: { signOutPending: false },
      calls: [['signIn', FORM]],
    },
    {
      in: 'endingPrevious',
      on: ['finishSignOut answers: the server is not reached', 'finishSignOut fails', 'signOutPatience is over'],
      to: 'submitting',
      calls: [['signIn', FORM]],
    },
    {
      in: 'submitting',
      on: 'signIn answers: Ada is signed in',
      to: 'current',
      sets: { ...began(ada), form: null },
      calls: [['tellTabsSignedIn', { userId: 'ada' }], KEEP(ada), BEGAN(ada)],
    },
    {
      in: 'submitting',
      on: 'signIn answers: the password is wrong',
      to: 'rejected',
      sets: { form: null, refusal: SIGN_IN_ERROR.wrongEmailOrPassword },
    },
    // Spec 8: only logged.
    {
      in: 'submitting',
      on: 'signIn answers: an unexpected refusal',
      to: 'signedOut',
      sets: { form: null },
      calls: [['logFailure', { code: SIGN_IN_ERROR.credentialsSignin, message: 'Something went wrong' }]],
    },
    {
      in: 'submitting',
      on: 'signIn answers: the server is not reached',
      to: 'rejected',
      sets: { form: null, error: UNREACHABLE },
    },
    // The other tab ended the previous session before it signed in.
    {
      in: [...LOGIN, 'signingOut'],
      on: IN_ELSEWHERE,
      to: 'loading',
      sets: { signOutPending: false, ...NO_PROBLEM },
      calls: ['readSession'],
    },

    /* Signed in: renewed in time, on return, and after a call with an expired token. */
    { in: ['current', 'unrenewed'], on: RENEWS, to: 'renewing', calls: ['readSession'] },
    { in: 'current', on: 'untilTokenNearEnd is over', to: 'renewing', calls: ['readSession'] },
    { in: 'unrenewed', on: 'renewPause is over', to: 'renewing', calls: ['readSession'] },
    {
      in: ['current', 'unrenewed'],
      on: 'api.unauthorized: a token that ran out',
      when: 'Ada is signed in',
      to: 'renewing',
      calls: ['readSession'],
    },
    // It is Ada's token, which is not the current one. While `renewing` a further request is ignored.
    { in: ['current', 'unrenewed'], on: 'api.unauthorized: a token that ran out', when: 'Grace is signed in' },
    { in: SIGNED_IN, on: 'api.unauthorized: a token that holds', when: 'Grace is signed in' },
    {
      in: 'renewing',
      on: 'renewSession answers: Ada is signed in',
      when: 'Ada is signed in',
      to: 'current',
      sets: began(ada),
      calls: [KEEP(ada), RENEWED(ada)],
    },
    {
      in: 'renewing',
      on: 'renewSession answers: Grace is signed in',
      when: 'Grace is signed in',
      to: 'current',
      sets: began(grace),
      calls: [KEEP(grace), RENEWED(grace)],
    },
    {
      in: 'renewing',
      on: 'renewSession answers: the server is not reached',
      to: 'unrenewed',
      sets: ({ failedRenewals }) => ({ failedRenewals: failedRenewals + 1 }),
      calls: [LOG],
    },

    /* Every way out clears the device. If another person takes over, the first person's page is not remembered. */
    {
      in: 'renewing',
      on: 'renewSession answers: Grace is signed in',
      when: 'Ada is signed in',
      to: 'loading',
      sets: { ...LEFT, ...NO_PROBLEM },
      calls: ['clearDevice', ENDED('elsewhere'), 'readSession'],
    },
    {
      in: 'renewing',
      on: 'renewSession answers: Ada is signed in',
      when: 'Grace is signed in',
      to: 'loading',
      sets: { ...LEFT, ...NO_PROBLEM },
      calls: ['clearDevice', ENDED('elsewhere'), 'readSession'],
    },
    { in: SIGNED_IN, on: IN_ELSEWHERE[0], when: 'Ada is signed in' },
    { in: SIGNED_IN, on: IN_ELSEWHERE[1], when: 'Grace is signed in' },
    {
      in: SIGNED_IN,
      on: IN_ELSEWHERE[0],
      when: 'Grace is signed in',
      to: 'loading',
      sets: { ...LEFT, ...NO_PROBLEM },
      calls: ['clearDevice', ENDED('elsewhere'), 'readSession'],
    },
    {
      in: SIGNED_IN,
      on: IN_ELSEWHERE[1],
      when: 'Ada is signed in',
      to: 'loading',
      sets: { ...LEFT, ...NO_PROBLEM },
      calls: ['clearDevice', ENDED('elsewhere'), 'readSession'],
    },
    {
      in: SIGNED_IN,
      on: 'signOut.request',
      to: 'signingOut',
      sets: { ...LEFT, signOutPending: true },
      calls: ['clearDevice', 'tellTabsSignedOut', ENDED('byHand'), 'endSession'],
    },
    {
      in: SIGNED_IN,
      on: 'api.unauthorized: a token that holds',
      when: 'Ada is signed in',
      to: 'signingOut',
      sets: forcedOut('refused'),
      calls: ['clearDevice', 'tellTabsSignedOut', ENDED('refused'), 'endSession'],
    },
    {
      in: SIGNED_IN,
      on: ['session.tokenExpired', 'session.emptied'],
      to: 'signingOut',
      sets: forcedOut('expired'),
      calls: ['clearDevice', 'tellTabsSignedOut', ENDED('expired'), 'endSession'],
    },
    {
      in: 'renewing',
      on: OVER.map((answer) => `renewSession answers: ${answer}` as const),
      to: 'signingOut',
      sets: forcedOut('expired'),
      calls: ['clearDevice', 'tellTabsSignedOut', ENDED('expired'), 'endSession'],
    },
    // The other tab sends the sign-out; whether it reaches the server is unknown here.
    {
      in: SIGNED_IN,
      on: OUT_ELSEWHERE,
      to: 'signedOut',
      sets: forcedOut('elsewhere'),
      calls: ['clearDevice', ENDED('elsewhere')],
    },
    {
      in: 'signingOut',
      on: 'endSession answers: the server ended it',
      to: 'signedOut',
      sets: { signOutPending: false },
    },
    {
      in: 'signingOut',
      on: ['endSession answers: the server is not reached', 'endSession fails', 'signOutPatience is over'],
      to: 'signedOut',
    },

    /* A page that comes back from the browser's cache begins again; a sign-out that did not reach the server is sent first. */
    {
      in: SIGNED_IN,
      on: RECOVERED,
      to: 'loading',
      sets: (context) => ({ ...restarted(context), signOutPending: false, ...NO_PROBLEM }),
      calls: ['clearDevice', ENDED('elsewhere'), 'readSession'],
    },
    {
      in: SIGNED_IN,
      on: RECOVERED_OUT,
      to: 'signingOut',
      sets: (context) => ({ ...restarted(context), signOutPending: true }),
      calls: ['clearDevice', ENDED('elsewhere'), 'endSession'],
    },
    {
      in: ['loading', 'unreachable', ...LOGIN],
      on: RECOVERED,
      to: 'loading',
      sets: { signOutPending: false, ...NO_PROBLEM },
      calls: ['readSession'],
    },
    {
      in: ['loading', 'unreachable', ...LOGIN],
      on: RECOVERED_OUT,
      to: 'signingOut',
      sets: { signOutPending: true },
      calls: ['endSession'],
    },

    /* The address: a signed-in person who opens another page has arrived. */
    {
      in: ['loading', 'unreachable', ...LOGIN, 'endingPrevious', 'submitting', 'signingOut'],
      on: 'place.changed',
      sets: { place: '/users' },
    },
    { in: SIGNED_IN, on: 'place.changed', sets: { place: '/users', forcedOut: null, link: null } },
  ],
})
