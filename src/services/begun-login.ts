/**
 * What somebody did at the login before its code was there: the built page shows a picture of it at once, with a form that takes
 * what is typed (src/app/first-picture).
 */
import type { LoginForm } from '@contract/entities/session'
import type { BegunLogin } from '@ports/begun-login'

/** As the page's own script leaves it. */
export interface LoginPicture {
  /** What its fields hold, by name, also after it has left the document. */
  values: () => Record<string, FormDataEntryValue>
  /** Name of the field that had the focus last; '' for a button, null where nothing had. */
  focused: string | null
  isSubmitted: boolean
}

declare global {
  interface Window {
    pitbossLogin?: LoginPicture
  }
}

/** @returns what was done by now, once; null where there was no picture, or nothing was done */
export function takeBegunLogin(page: Pick<Window, 'pitbossLogin'>): BegunLogin | null {
  const begun = page.pitbossLogin
  delete page.pitbossLogin
  if (!begun) return null
  const { focused, isSubmitted } = begun
  const typed = begun.values()
  const text = (name: keyof LoginForm) => {
    const value = typed[name]
    return typeof value === 'string' ? value : ''
  }
  const values = { email: text('email'), password: text('password'), two_fa_token: text('two_fa_token') }
  if (focused === null && !Object.values(values).some(Boolean)) return null
  return { values, focused: focused !== null && focused in values ? (focused as keyof LoginForm) : null, isSubmitted }
}
