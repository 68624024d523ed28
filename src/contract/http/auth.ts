/** The sign-in mechanism (spec 2, 7; contract, Sign-in mechanism). Its bodies have no envelope. */
import * as yup from 'yup'
import { exactly, reads } from '../schema'
import { sessionSchema } from '../entities/session'
import { AUTH_BASE, AUTH_PATHS } from './auth-paths'
import { defineOperation } from './operation'

export const CREDENTIALS = 'credentials'

const urlReply = yup.object({ url: yup.string().required() })
const signInBody = exactly({
  csrfToken: yup.string().required(),
  callbackUrl: yup.string().optional(),
  json: yup.boolean().optional(),
})

export const authOperations = {
  session: defineOperation({
    id: 'auth.session',
    method: 'GET',
    path: AUTH_PATHS.session,
    access: 'public',
    envelope: 'plain',
    summary: 'Who is signed in, with a fresh access token; {} when nobody is.',
    data: sessionSchema,
  }),
  csrf: defineOperation({
    id: 'auth.csrf',
    method: 'GET',
    path: AUTH_PATHS.csrf,
    access: 'public',
    envelope: 'plain',
    summary: 'A token that the POST calls of the sign-in mechanism must carry; bound to a cookie.',
    data: yup.object({ csrfToken: yup.string().required() }),
  }),
  providers: defineOperation({
    id: 'auth.providers',
    method: 'GET',
    path: AUTH_PATHS.providers,
    access: 'public',
    envelope: 'plain',
    summary: 'The ways of signing in, and whether this is a demo with its accounts.',
    data: yup.object({
      credentials: yup.object({
        id: yup.string().required(),
        name: yup.string().required(),
        type: yup.string().required(),
        signinUrl: yup.string().required(),
        callbackUrl: yup.string().required(),
      }),
      /** Demo mode only: the accounts that the login screen offers. */
      demo: yup
        .object({
          password: yup.string().required(),
          accounts: yup.array(yup.object({ role: yup.string().required(), email: yup.string().required() })).required(),
          /** For trying the calls of the users' apps: a key, and the store that it is bound to. */
          app: yup
            .object({ key: yup.string().required(), store_code: yup.string().required() })
            .optional()
            .default(undefined),
        })
        .optional()
        .default(undefined),
    }),
  }),
  signIn: defineOperation({
    id: 'auth.signIn',
    method: 'POST',
    path: AUTH_PATHS.signIn,
    aliases: [`${AUTH_BASE}/signin`],
    access: 'public',
    envelope: 'plain',
    summary: 'Where to go to sign in with a provider.',
    params: yup.object({ provider: yup.string().optional() }),
    body: signInBody,
    data: urlReply,
  }),
  callback: defineOperation({
    id: 'auth.callback',
    method: 'POST',
    path: AUTH_PATHS.callback,
    access: 'public',
    envelope: 'plain',
    summary: 'Signs in. 200 with the address to go to; 401 with an address whose `error` says why not.',
    params: yup.object({ provider: yup.string().required() }),
    body: exactly({
      csrfToken: yup.string().required(),
      callbackUrl: yup.string().optional(),
      json: yup.boolean().optional(),
      email: reads(yup.string(), 'word').max(1000).required(),
      password: yup.string().max(1000).required(),
      two_fa_token: yup.string().max(100).nullable().optional(),
    }),
    data: urlReply,
  }),
  signOut: defineOperation({
    id: 'auth.signOut',
    method: 'POST',
    path: AUTH_PATHS.signOut,
    access: 'public',
    envelope: 'plain',
    summary: 'Ends the session of the cookie; the access tokens of the session end with it.',
    body: signInBody,
    data: urlReply,
  }),
  log: defineOperation({
    id: 'auth.log',
    method: 'POST',
    path: AUTH_PATHS.log,
    access: 'public',
    envelope: 'plain',
    summary: 'Takes a line of a client’s log.',
    body: exactly({
      level: yup
        .string()
        .oneOf(['error', 'warn', 'info', 'debug'] as const)
        .required(),
      code: yup.string().max(200).required(),
      message: yup.string().max(2000).optional(),
    }),
    data: yup.object({}),
  }),
} as const
