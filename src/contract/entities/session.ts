/** The sign-in mechanism's data (spec 7; contract, Sign-in mechanism). */
import * as yup from 'yup'
import { email, exactly, newPassword, passwordAgain, time } from '../schema'
import { MESSAGE } from '../patterns'

/** Session error for a session that cannot be renewed (spec 4). */
export const TOKEN_EXPIRIES = 'token-expiries'

const sessionUserSchema = yup.object({
  id: yup.string().required(),
  email: yup.string().required(),
  username: yup.string().required(),
  role: yup.string().required(),
})

/** GET session: `{}` if nobody is signed in. */
export const sessionSchema = yup.object({
  user: sessionUserSchema.optional().default(undefined),
  access_token: yup.string().optional(),
  /** When the session itself ends. */
  expires: time().optional(),
  /** Base64 of the 32-byte key that encrypts this person's drafts; kept in memory only. */
  draft_key: yup.string().optional(),
  error: yup.string().optional(),
})
export type SessionReply = yup.InferType<typeof sessionSchema>

/** The session of a signed-in person. */
export interface Session {
  user: yup.InferType<typeof sessionUserSchema>
  accessToken: string
  /** When the access token expires, in milliseconds since 1970; read from the token itself. */
  tokenExpiresAt: number
  draftKey: string
}

/** The login form (spec 5, Login). */
export const loginSchema = exactly({
  email: email(),
  password: yup.string().required(MESSAGE.required),
  two_fa_token: yup.string().nullable().optional(),
})
export type LoginForm = yup.InferType<typeof loginSchema>

/** The Change Password form (spec 5). */
export const changePasswordSchema = exactly({
  current_password: yup.string().required(MESSAGE.required),
  new_password: newPassword(),
  confirm_password: passwordAgain('new_password'),
})
export type ChangePasswordForm = yup.InferType<typeof changePasswordSchema>
