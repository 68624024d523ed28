import type { LoginForm } from '@contract/entities/session'

/** Input made at the login before its code was loaded. */
export interface BegunLogin {
  values: LoginForm
  /** The field that had the focus last; null if none had. */
  focused: keyof LoginForm | null
  /** 'Log In' was pressed. */
  isSubmitted: boolean
}

/** @returns the input made so far, but only on the first call; null if there was none */
export type BegunLoginPort = () => BegunLogin | null
