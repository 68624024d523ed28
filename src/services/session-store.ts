/**
 * The token and what else a session leaves on this device (ports.ts, SessionStorePort; spec 3, 4). Storage may be forbidden,
 * full or absent: then the values live in this page's memory, and nothing throws.
 */
import { ALLOWED_ROUTES_COOKIE, TOKEN_STORAGE_KEY } from '@contract/constants'
import type { SessionStorePort } from '@ports/session-store'

/** Browsers drop a cookie above 4096 bytes, name and attributes included. */
const COOKIE_MAX_BYTES = 3500

/** Key of the mark of a sign-out that did not reach the server. */
const SIGNED_OUT_KEY = 'signed_out'

export interface SessionStoreDependencies {
  /** A function, because the getter itself throws where storage is forbidden. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The document's cookies. */
  cookies?: () => { cookie: string }
  /** Whether the page came over https: its cookies then never travel otherwise. */
  secure?: () => boolean
}

export interface SessionStore extends SessionStorePort {
  /** The routes that the menu may show before the server has spoken, or null. Never trusted. */
  allowedRoutes(): string[] | null
  /** Registers a cleaner of user data, called before the token is removed. @returns how to remove it */
  onClear(cleaner: () => void): () => void
}

/** Local storage over a memory that steps in for each value that it does not take. */
function createValues(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  /** What the storage would not take; null: what it would not give up. */
  const memory = new Map<string, string | null>()
  const remove = (key: string) => {
    try {
      storage().removeItem(key)
      memory.delete(key)
    } catch {
      memory.set(key, null)
    }
  }
  return {
    remove,
    get(key: string): string | null {
      if (memory.has(key)) return memory.get(key)!
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    set(key: string, value: string): void {
      try {
        storage().setItem(key, value)
        memory.delete(key)
      } catch {
        // An older value must not outlive the one that found no room.
        remove(key)
        memory.set(key, value)
      }
    },
  }
}

/** As many of the routes as the cookie holds, encoded. */
function encodeRoutes(routes: readonly string[]): string {
  let encoded = ''
  for (const route of routes) {
    const longer =
      encoded === '' ? encodeURIComponent(route) : `${encoded}${encodeURIComponent(',')}${encodeURIComponent(route)}`
    if (longer.length > COOKIE_MAX_BYTES) break
    encoded = longer
  }
  return encoded
}

/** @returns the store of this browser's session */
export function createSessionStore({
  storage = () => localStorage,
  cookies = () => document,
  secure = () => location.protocol === 'https:',
}: SessionStoreDependencies = {}): SessionStore {
  const values = createValues(storage)
  const cleaners = new Set<() => void>()

  const writeCookie = (name: string, value: string, more = '') => {
    try {
      cookies().cookie = `${name}=${value}; path=/; SameSite=Lax${secure() ? '; Secure' : ''}${more}`
    } catch {
      // Cookies are forbidden here; the menu then waits for the server.
    }
  }
  const readCookie = (name: string): string | null => {
    try {
      const found = cookies()
        .cookie.split('; ')
        .find((cookie) => cookie.startsWith(`${name}=`))
      return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
    } catch {
      return null
    }
  }

  return {
    token: () => values.get(TOKEN_STORAGE_KEY),
    saveToken: (token) => values.set(TOKEN_STORAGE_KEY, token),
    saveAllowedRoutes: (routes) => writeCookie(ALLOWED_ROUTES_COOKIE, encodeRoutes(routes)),
    allowedRoutes: () => readCookie(ALLOWED_ROUTES_COOKIE)?.split(',').filter(Boolean) ?? null,
    clear() {
      for (const clean of cleaners) {
        try {
          clean()
        } catch (error) {
          // One cleaner that fails must not keep the others' data on the device.
          console.error(error)
        }
      }
      // Last: a cleaner may send what is left with the token.
      values.remove(TOKEN_STORAGE_KEY)
      // The console's only own cookie; those of the session are httpOnly and end with the sign-out call.
      writeCookie(ALLOWED_ROUTES_COOKIE, '', '; Max-Age=0')
    },
    onClear(cleaner) {
      cleaners.add(cleaner)
      return () => void cleaners.delete(cleaner)
    },
    markSignedOut: () => values.set(SIGNED_OUT_KEY, '1'),
    isMarkedSignedOut: () => values.get(SIGNED_OUT_KEY) !== null,
    unmarkSignedOut: () => values.remove(SIGNED_OUT_KEY),
  }
}
