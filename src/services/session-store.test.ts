import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSessionStore } from './session-store'
import { tokenExpiry, tokenLife } from './token'

function createStorage(more: Partial<Storage> = {}) {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    ...more,
  }
}
/** Cookies like those of a document. */
function createCookies() {
  const kept = new Map<string, string>()
  const written: string[] = []
  return {
    written,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      written.push(line)
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      if (line.includes('Max-Age=0')) kept.delete(name)
      else kept.set(name, value)
    },
  }
}
const make = (storage: ReturnType<typeof createStorage> = createStorage(), secure = false) => {
  const cookies = createCookies()
  return {
    storage,
    cookies,
    store: createSessionStore({ storage: () => storage, cookies: () => cookies, secure: () => secure }),
  }
}
const refuse = () => {
  throw new DOMException('refused', 'SecurityError')
}
afterEach(() => vi.restoreAllMocks())

describe('the session’s store', () => {
  it('stores the token under the key of the spec', () => {
    const { store, storage } = make()
    expect(store.token()).toBeNull()
    store.saveToken('abc')
    expect(store.token()).toBe('abc')
    expect([...storage.kept]).toEqual([['token', 'abc']])
  })
  it('reads a token that another tab stored', () => {
    const { store, storage } = make()
    store.saveToken('mine')
    storage.kept.set('token', 'theirs')
    expect(store.token()).toBe('theirs')
    storage.kept.delete('token')
    expect(store.token()).toBeNull()
  })
  it('clears token, cookie and user data, and keeps the mark of a sign-out', () => {
    const { store, storage, cookies } = make()
    const told: string[] = []
    vi.spyOn(console, 'error').mockImplementation(() => {})
    store.onClear(() => told.push('first'))
    store.onClear(refuse)
    const stop = store.onClear(() => told.push('stopped'))
    store.onClear(() => told.push('last'))
    stop()
    store.saveToken('abc')
    store.saveAllowedRoutes(['/users'])
    store.markSignedOut()
    store.clear()
    expect(store.token()).toBeNull()
    expect(cookies.cookie).toBe('')
    expect(told).toEqual(['first', 'last'])
    expect([...storage.kept.keys()]).toEqual(['signed_out'])
    expect(store.isMarkedSignedOut()).toBe(true)
    store.unmarkSignedOut()
    expect(store.isMarkedSignedOut()).toBe(false)
    expect(storage.kept.size).toBe(0)
  })
  it('writes the routes into a same-site cookie, and reads them', () => {
    const { store, cookies } = make()
    expect(store.allowedRoutes()).toBeNull()
    cookies.cookie = 'other=1'
    store.saveAllowedRoutes(['/', '/users', '/seo/games'])
    expect(cookies.written.at(-1)).toBe('allowed_routes=%2F%2C%2Fusers%2C%2Fseo%2Fgames; path=/; SameSite=Lax')
    expect(store.allowedRoutes()).toEqual(['/', '/users', '/seo/games'])
    const secure = make(undefined, true)
    secure.store.saveAllowedRoutes(['/users'])
    expect(secure.cookies.written[0]).toContain('; Secure')
  })
  it('omits whole routes beyond 3,500 bytes', () => {
    const { store, cookies } = make()
    const routes = Array.from({ length: 400 }, (_, n) => `/route-ä-${n}`)
    store.saveAllowedRoutes(routes)
    const value = cookies.cookie.slice('allowed_routes='.length)
    expect(value.length).toBeLessThanOrEqual(3500)
    expect(value.length).toBeGreaterThan(3400)
    const read = store.allowedRoutes()!
    expect(read).toEqual(routes.slice(0, read.length))
  })
  it('falls back to memory if storage is full, and removes the older token', () => {
    const storage = createStorage()
    const { store } = make(storage)
    store.saveToken('old')
    storage.setItem = refuse
    store.saveToken('new')
    expect(store.token()).toBe('new')
    expect(storage.kept.size).toBe(0)
    store.clear()
    expect(store.token()).toBeNull()
  })
  it('falls back to memory if storage is forbidden', () => {
    const { store } = make(createStorage({ getItem: refuse, setItem: refuse, removeItem: refuse }))
    expect(store.token()).toBeNull()
    store.saveToken('abc')
    store.markSignedOut()
    expect(store.token()).toBe('abc')
    expect(store.isMarkedSignedOut()).toBe(true)
    store.clear()
    expect(store.token()).toBeNull()
  })
  it('throws nothing if there is neither storage nor a document', () => {
    const store = createSessionStore({ storage: refuse, cookies: refuse, secure: () => false })
    store.saveAllowedRoutes(['/users'])
    expect(store.allowedRoutes()).toBeNull()
    store.saveToken('abc')
    expect(store.token()).toBe('abc')
    store.clear()
    expect(store.token()).toBeNull()
  })
})

describe('a token', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokenOf = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`
  it('returns the expiry and the validity of a token in milliseconds', () => {
    const token = tokenOf({ sub: 'Zoë?>~', iat: 1_760_000_000, exp: 1_760_000_900 })
    expect(tokenExpiry(token)).toBe(1_760_000_900_000)
    expect(tokenLife(token)).toBe(900_000)
  })
  it.each([tokenOf({}), tokenOf({ exp: 'soon' }), tokenOf(null), tokenOf([]), 'a.b', 'a.!!.c', '', 'nothing'])(
    'returns null if a token cannot be read: %s',
    (token) => {
      expect(tokenExpiry(token)).toBeNull()
      expect(tokenLife(token)).toBeNull()
    },
  )
  it('returns null if the validity would be negative', () => {
    expect(tokenLife(tokenOf({ iat: 20, exp: 10 }))).toBeNull()
  })
})
