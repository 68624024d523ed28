/**
 * Scripts of the built page itself (build/pages.ts writes them into it): they run before any other script is there, so each
 * function stands alone, without imports.
 */
import type { FirstCall } from '../../resources/first-calls'
import type { LoginPicture } from '../../services/begun-login'
import type { BegunCalls } from '../../services/head-start'

/** Ids of what the built page holds for its scripts: data, and the templates of first pictures (draw.tsx, draw-lists.tsx). */
export const IN_PAGE = {
  ahead: 'ahead',
  login: 'first-login',
  list: 'first-list',
  /** The list without rows stands in its frame, which has one of two widths. */
  listParts: {
    style: 'first-list-style',
    expanded: 'first-list-expanded',
    collapsed: 'first-list-collapsed',
    page: 'first-list-page',
    failure: 'first-list-failure',
  },
} as const

/** What the page asks for before its scripts are there. */
export interface Ahead {
  /** Scripts to fetch: `first` are run before the entry, which needs them; `at` by address. */
  files: { first: string[]; entry: string; signedOut: string[]; signedIn: string[]; at: Record<string, string[]> }
  /** The first call of a list screen, by address. */
  lists: Record<string, Pick<FirstCall, 'url' | 'accept'>>
  /** Of the API; empty for the console's own. */
  host: string
}

/**
 * The script in the built page's head. It knows the token and the address, and does two things before any other script is
 * there: it makes the calls that every start makes (src/services/head-start.ts takes their answers), who is signed in, and with a
 * token that has not run out also rights, profile and a list's rows; and it has the code of the first screen fetched.
 * @param id of an Ahead in the page
 */
export function headStart(id: string) {
  const { files, lists, host } = JSON.parse(document.getElementById(id)!.textContent!) as Ahead
  let token: string | null = null
  let signedOut: string | null = null
  try {
    token = localStorage.getItem('token')
    signedOut = localStorage.getItem('signed_out')
  } catch {
    // Storage is forbidden: nobody is known to be signed in.
  }
  const { pathname, search } = location
  const fetchCode = () => {
    for (const href of [
      ...files.first,
      files.entry,
      ...(token ? new Set([...files.signedIn, ...(files.at[pathname] ?? [])]) : files.signedOut),
    ])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // An unfinished sign-out is told to the server before anything else.
  if (signedOut) return fetchCode()
  let holds = false
  try {
    holds = JSON.parse(atob(token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 > Date.now()
  } catch {
    // No token, or none that can be read.
  }
  const calls: BegunCalls['calls'] = {}
  const call = (
    path: string,
    accept: string,
    more: { headers?: Record<string, string>; credentials?: RequestCredentials },
  ) => {
    const stop = new AbortController()
    const url = new URL(host + path, location.href).href
    const answer = fetch(url, { ...more, headers: { Accept: accept, ...more.headers }, signal: stop.signal })
    answer.catch(() => {})
    calls[`${accept} ${url}`] = { answer, stop }
  }
  const json = 'application/json'
  if (holds) {
    const bearer = { headers: { Authorization: `Bearer ${token}` } }
    // The list's picture waits for these three (list-picture.ts), and for the rows longest.
    const list = search ? undefined : lists[pathname]
    if (list) call(list.url, list.accept, bearer)
    call('/api/v1/user-permissions', json, bearer)
    call('/api/v1/admin/profile', json, bearer)
  }
  call('/api/auth/session', json, { credentials: 'include' })
  // 'error' does not bubble.
  const codeFailed = new Promise<void>((resolve) => {
    addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && resolve(), true)
  })
  window.pitbossBegun = { token, calls, codeFailed }
  // A browser has six connections for one server: the code, which answers at once, waits behind the calls.
  fetchCode()
}

/** What a first picture says where the code that it waits for cannot be loaded. */
export const NOT_LOADED = 'The console could not be loaded. Check your connection, then reload the page.'

/**
 * Shows the login's first picture to whoever has no token, until React has drawn the login (src/services/begun-login.ts takes what was typed and
 * pressed meanwhile).
 * @param template id of the template. @param notAt the path that is shown to everybody. @param notLoaded said where the code cannot be loaded
 */
export function showLogin(template: string, notAt: string, notLoaded: string) {
  try {
    if (localStorage.getItem('token')) return
  } catch {
    // Storage is forbidden: nobody is known to be signed in.
  }
  if (location.pathname === notAt) return
  const root = document.getElementById('root')!
  root.append((document.getElementById(template) as HTMLTemplateElement).content.cloneNode(true))
  const form = root.querySelector('form')!
  const begun: LoginPicture = {
    values: () => Object.fromEntries(new FormData(form)),
    focused: null,
    isSubmitted: false,
  }
  window.pitbossLogin = begun
  form.addEventListener('focusin', ({ target }) => {
    begun.focused = (target as HTMLInputElement).name
  })
  const word = form.querySelector('[type=submit] > *')!
  const logIn = word.textContent
  // The browser would send the form to the page's address, the password in it.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    begun.isSubmitted = true
    word.textContent = 'Loading...'
  })
  // 'error' does not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !form.isConnected || form.querySelector('[role=alert]')) return
      word.textContent = logIn
      const alert = Object.assign(document.createElement('p'), { textContent: notLoaded })
      alert.setAttribute('role', 'alert')
      form.append(alert)
    },
    true,
  )
}

/** How long the code waits for the picture of a list, in milliseconds: a slow response must not delay the console. */
export const PICTURE_PATIENCE_MS = 200

/**
 * Executes the code of the console once the page is parsed. If the responses of the first calls may show a picture, the code
 * waits for its frame, because its execution takes as long as a few frames.
 * @param id of an Ahead in the page. @param patience how long the code waits for the picture, in milliseconds
 */
export async function startEntry(id: string, patience: number) {
  const { files } = JSON.parse(document.getElementById(id)!.textContent!) as Ahead
  const pictured = window.pitbossBegun?.pictured
  try {
    if (pictured) await Promise.race([pictured, new Promise((resolve) => setTimeout(resolve, patience))])
  } finally {
    // Each script is executed in a separate task, dependencies first.
    for (const src of [...files.first, files.entry])
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src, crossOrigin: '' }))
  }
}
