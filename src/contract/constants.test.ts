import { expect, it } from 'vitest'
import * as C from './constants'

it('the numbers equal those of spec section 9', () => {
  expect(C.FULL_LIST_ITEM_NO).toBe(9_007_199_254_740_991)
  expect(C.NOTIFICATION_PAGE_SIZE).toEqual({ panel: 5, store: 10 })
  expect(C.BADGE_CAP).toBe(9)
  expect(C.SHIFT_POLL_MS).toBe(1000)
  expect(C.LENGTH).toMatchObject({
    password: { min: 8, max: 20 },
    personName: { min: 2, max: 40 },
    phone: { max: 20 },
    emailLocalPart: { max: 64 },
    freeText: { short: 255, long: 3000 },
    label: { short: 16, medium: 20, long: 32 },
  })
  expect(C.PERCENTAGE_MAX).toBe(100)
  expect(C.SIDEBAR_WIDTH).toEqual({ expanded: 280, collapsed: 140 })
  expect(C.TOAST_AUTO_CLOSE_MS).toBe(1500)
  expect(C.COPIED_MS).toBe(1000)
  expect(C.NOTIFICATION_SCROLL_MAX_HEIGHT).toBe(500)
  expect(C.SOCKET).toEqual({
    path: '/socket.io',
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    client: 'admin',
  })
  expect(C.PREFETCH_MARGIN).toBe(200)
  expect(C.DASHBOARD_DEFAULTS).toEqual({ barType: 'DAILY', transactionType: 'WITHDRAWAL' })
})

it('the storage names equal those of spec section 3', () => {
  expect(C.TOKEN_STORAGE_KEY).toBe('token')
  expect(C.ALLOWED_ROUTES_COOKIE).toBe('allowed_routes')
})

it('the validity of sessions and drafts equals that of the contract', () => {
  expect(C.SESSION_SECONDS).toEqual({ idle: 43_200, absolute: 86_400, accessToken: 900, stepUp: 300 })
  expect(C.TOKEN_RENEW_BEFORE_MS).toBe(60_000)
  expect(C.DRAFT_TTL_MS).toBe(604_800_000)
  expect(C.SIGN_IN_LIMIT).toEqual({
    perAccountAndAddress: 10,
    perAddress: 100,
    codesPerAccount: 10,
    windowSeconds: 600,
  })
  expect(C.RECORD_REFETCH_MS).toBe(250)
})
