/**
 * The token and other data of a session on this device (ports.ts, SessionStorePort; spec 3, 4). If storage is
 * forbidden, full or absent, the values are kept in this page's memory, and nothing throws.
 */
import { ALLOWED_ROUTES_COOKIE, TOKEN_STORAGE_KEY } from '@contract/constants'
import type { SessionStorePort } from '@ports/session-store'

/** Browsers drop a cookie above 4096 bytes, including its name and attributes. */
const COOKIE_MAX_BYTES = 3500

/** Key of the mark for a sign-out that did not reach the server. */
const SIGNED_OUT_KEY = 'signed_out'

export interface SessionStoreDependencies {
  /** A function, because the getter itself throws if storage is forbidden. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The document's cookies. */
  cookies?: () => { cookie: string }
  /** Whether the page was loaded over https: then its cookies are never sent without it. */
  secure?: () => boolean
}

export interface SessionStore extends SessionStorePort {
  /** The routes that the menu may show before the server has responded, or null. Must not be trusted. */
  allowedRoutes(): string[] | null
  /**
   * Registers a function that removes user data, called before the token is removed.
   * @returns a function that unregisters it
   */
  onClear(cleaner: () => void): () => void
}

/** Local storage, with a memory for values that it does not accept. */
function createValues(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  /** Values that the storage did not accept; null: a value that it did not remove. */
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
        // An older value must not survive in place of a newer one that could not be stored.
        remove(key)
        memory.set(key, value)
      }
    },
  }
}

/** Encodes as many of the routes as the cookie can hold. */
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
          // If one function fails, the data of the others must still be removed from the device.
          console.error(error)
        }
      }
      // Last, because a clearing function may need the token to send remaining changes.
      values.remove(TOKEN_STORAGE_KEY)
      // The only cookie of the console's own; those of the session are httpOnly and end with the sign-out call.
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
