/**
 * Inline scripts of the built page (inserted by build/pages.ts). They run before any other script is loaded, so each
 * function is self-contained, without imports.
 */
import type { FirstCall } from '../../resources/first-calls'
import type { LoginPicture } from '../../services/begun-login'
import type { BegunCalls } from '../../services/head-start'

/** Ids of the elements for these scripts: data, and templates of first pictures (draw.tsx, draw-lists.tsx). */
export const IN_PAGE = {
  ahead: 'ahead',
  login: 'first-login',
  list: 'first-list',
  /** The list without rows is displayed in its frame, whose sidebar is expanded or collapsed. */
  listParts: {
    style: 'first-list-style',
    expanded: 'first-list-expanded',
    collapsed: 'first-list-collapsed',
    page: 'first-list-page',
    failure: 'first-list-failure',
  },
} as const

/** The requests that the page makes before its scripts are loaded. */
export interface Ahead {
  /** Scripts to fetch: `first` are executed before the entry, which needs them; `at` by path. */
  files: { first: string[]; entry: string; signedOut: string[]; signedIn: string[]; at: Record<string, string[]> }
  /** The first call of a list screen, by path. */
  lists: Record<string, Pick<FirstCall, 'url' | 'accept'>>
  /** Origin of the API; empty if it is the console's own. */
  host: string
}

/**
 * The script in the head of the built page. From the token and the address it does two things before any other script
 * is loaded:
 *
 * - It makes the calls that every start makes: the session and, with a token that has not expired, the rights, the
 *   profile and the rows of a list. src/services/head-start.ts passes on their responses.
 * - It makes the browser fetch the code of the first screen.
 *
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
    // Storage is not allowed: treated as signed out.
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
  // An unfinished sign-out must be sent to the server before any other call.
  if (signedOut) return fetchCode()
  let holds = false
  try {
    holds = JSON.parse(atob(token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 > Date.now()
  } catch {
    // There is no token, or it is invalid.
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
    // The picture of the list waits for these three (list-picture.ts). The rows take longest, so they are first.
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
  // A browser opens at most six connections to a server, so the calls are first: the code is served at once.
  fetchCode()
}

/** Error displayed on a first picture if the code cannot be loaded. */
export const NOT_LOADED = 'The console could not be loaded. Check your connection, then reload the page.'

/**
 * Shows the first picture of the login if there is no token, until React has rendered the login.
 * src/services/begun-login.ts passes on what the person typed and pressed in the meantime.
 * @param template id of the template @param notAt path of the page that needs no token
 * @param notLoaded error displayed if the code cannot be loaded
 */
export function showLogin(template: string, notAt: string, notLoaded: string) {
  try {
    if (localStorage.getItem('token')) return
  } catch {
    // Storage is not allowed: treated as signed out.
  }
  if (location.pathname === notAt) return
  const root = document.getElementById('root')!
  root.append((document.getElementById(template) as HTMLTemplateElement).content.cloneNode(true))
  const form = root.querySelector('form')!
  const begun: LoginPicture = {
    values: () => Object.fromEntries(new FormData(form)),
    focused: null,
    isSubmitted: false,
    isPressed: false,
  }
  window.pitbossLogin = begun
  form.addEventListener('focusin', ({ target }) => {
    begun.focused = (target as HTMLInputElement).name
  })
  form.addEventListener('pointerdown', ({ target, button }) => {
    begun.isPressed = button === 0 && (target as Element).closest('[type=submit]') !== null
  })
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (begun.isPressed = false))
  form.querySelector('input')!.focus()
  const word = form.querySelector('[type=submit] > *')!
  const logIn = word.textContent
  // Otherwise the browser would send the form, including the password, to the address of the page.
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

/** Maximum time to wait for the picture of a list, milliseconds: a slow response must not delay the console. */
export const PICTURE_PATIENCE_MS = 200

/**
 * Executes the code of the console once the page is parsed. If a picture may be shown, this waits for its frame,
 * because the execution takes as long as a few frames.
 * @param id of an Ahead in the page @param patience maximum time to wait for the picture, in milliseconds
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

/** Pause between two questions for the progress of a start, milliseconds. */
export const ASK_AGAIN_MS = 500

/**
 * The script of the page that the server sends while it starts (src/screens/starting): shows how far it is, and loads the console when the
 * server is ready.
 * @param url that answers with the progress, and with success afterwards @param pause between two questions, in milliseconds
 */
export function followStart(url: string, pause: number) {
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-part=${name}]`)!
  const bar = document.querySelector<HTMLElement>('[role=progressbar]')!
  const write = (name: string, text: string) => {
    // Screen readers read a text again that is written again.
    if (part(name).textContent !== text) part(name).textContent = text
  }
  const show = ({ step, share }: { step: string; share: number }) => {
    const percent = Math.floor(share * 100)
    bar.removeAttribute('data-unknown')
    for (const [name, value] of Object.entries({ valuemin: 0, valuemax: 100, valuenow: percent }))
      bar.setAttribute(`aria-${name}`, String(value))
    ;(bar.firstElementChild as HTMLElement).style.transform = `scaleX(${share})`
    write('numbers', `${percent} %`)
    write('step', step)
    document.title = `${percent} % · Pitboss`
  }
  const ask = async () => {
    try {
      const response = await fetch(url, { cache: 'no-store' })
      const body = response.ok ? {} : await response.json()
      // The console's own page explains whatever else a server answers.
      if (!('progress' in body)) return location.reload()
      part('lost').hidden = true
      if (body.progress) show(body.progress)
    } catch {
      part('lost').hidden = false
    }
    setTimeout(ask, pause)
  }
  void ask()
}
