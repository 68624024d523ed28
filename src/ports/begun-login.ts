import type { LoginForm } from '@contract/entities/session'

/** What somebody did at the login before its code was there. */
export interface BegunLogin {
  values: LoginForm
  /** The field that had the focus last; null where none had. */
  focused: keyof LoginForm | null
  /** 'Log In' was pressed. */
  isSubmitted: boolean
}

/** @returns what was done by now, once; null where nothing was */
export type BegunLoginPort = () => BegunLogin | null
