/**
 * Input made at the login before its code was loaded: the built page shows a picture of the login at once, with a form
 * that accepts input (src/app/first-picture).
 */
import type { LoginForm } from '@contract/entities/session'
import type { BegunLogin } from '@ports/begun-login'

/** Set by the page's inline script. */
export interface LoginPicture {
  /** The values of its fields by name, also after it was removed from the document. */
  values: () => Record<string, FormDataEntryValue>
  /** Name of the field that had the focus last; '' for a button, null if nothing had. */
  focused: string | null
  isSubmitted: boolean
  /** The pointer holds its button: without the picture the browser will not report the press. */
  isPressed: boolean
}

declare global {
  interface Window {
    pitbossLogin?: LoginPicture
  }
}

/** @returns the input made so far, once; null if there was no picture or no input */
export function takeBegunLogin(page: Pick<Window, 'pitbossLogin'>): BegunLogin | null {
  const begun = page.pitbossLogin
  delete page.pitbossLogin
  if (!begun) return null
  const { focused } = begun
  const isSubmitted = begun.isSubmitted || begun.isPressed
  const typed = begun.values()
  const text = (name: keyof LoginForm) => {
    const value = typed[name]
    return typeof value === 'string' ? value : ''
  }
  const values = { email: text('email'), password: text('password'), two_fa_token: text('two_fa_token') }
  if (focused === null && !Object.values(values).some(Boolean)) return null
  return { values, focused: focused !== null && focused in values ? (focused as keyof LoginForm) : null, isSubmitted }
}
