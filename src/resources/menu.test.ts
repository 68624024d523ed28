import { describe, expect, it } from 'vitest'
import { EVERYTHING, SUBJECTS, type Access } from '@contract/permissions'
import { isActive, menuFor, pageAt, routesOf, titleOf } from './menu'
import { loadResource } from './load'
import { DESK } from './record-path'
import { PAGES } from './pages'

const everything: Access = { accessible_pages: [EVERYTHING], permissions: [] }
const only = (...pages: string[]): Access => ({ accessible_pages: pages, permissions: [] })
const urls = (access: Access, role = 'ADMIN') =>
  menuFor(access, role).flatMap((section) =>
    section.items.flatMap((item) => (item.subItem.length ? item.subItem : [item]).map((x) => x.url)),
  )

/** Spec section 2, word for word. */
const SPEC_ROUTES =
  `/ /admin /users /third-party-admin /third-party-user /store-platform /platform-user /user-doc-verification /user-levels
/telegram-user /bonus /bonus-history /referral-bonus /referral-bonus-criteria /referral-bonus-history /crypto-coin /offers /offer-claim-history
/fortune-wheel /skill-fortune-record /daily-spin-record /game-record /jackpot-record /transaction-record /quick-chat /support /deposit-bonus-type
/newsletter-subscriber /settings /general /seo/platform /seo/brand-categories /seo/game-types /seo/games /seo/pages
/platform-transaction/platform-deposit /platform-transaction/platform-withdrawal /deposit/manual-deposit /deposit/crypto-deposit
/withdrawal/manual-withdrawal /withdrawal/crypto-withdrawal /shift /shift/shift-template /shift/assign-shift /shift/shift-history
/permission/permission-set /permission/permission-set/create /permission/permission-set/edit /permission/assign-permission`.split(
    /\s+/,
  )

describe('the pages', () => {
  it('are those of the spec without duplicates, and those of single records', () => {
    const [records, others] = [true, false].map((isRecord) =>
      PAGES.filter(({ screen }) => (screen === 'record') === isRecord).map(({ route }) => route),
    )
    expect(others!.sort()).toEqual([...SPEC_ROUTES].sort())
    expect(new Set(records).size).toBe(records!.length)
    for (const route of records!) expect(SPEC_ROUTES).toContain(route.replace(/\/\*$/, ''))
  })
  it('have one subject each, and every subject except Dashboard and AuditLog has a page', () => {
    const used = new Set(PAGES.flatMap((page) => page.subjects))
    expect(SUBJECTS.filter((subject) => !used.has(subject))).toEqual(['Dashboard', 'AuditLog'])
  })
})

describe('the menu', () => {
  it('contains every page of the spec for somebody with all permissions, except pages that are reached from others', () => {
    const reached = ['/', '/permission/permission-set/create', '/permission/permission-set/edit']
    expect(urls(everything).sort()).toEqual(SPEC_ROUTES.filter((route) => !reached.includes(route)).sort())
  })
  it('hides /third-party-user from SUPER_ADMIN', () => {
    expect(urls(everything, 'SUPER_ADMIN')).not.toContain('/third-party-user')
    expect(urls(everything, 'ADMIN')).toContain('/third-party-user')
  })
  it('shows an entry if one of its schema fields is accessible, and filters sub-items in the same way', () => {
    expect(urls(only('TicketCategory'))).toEqual(['/general'])
    expect(urls(only('CryptoDeposits', 'Users'))).toEqual(['/users', '/deposit/crypto-deposit'])
  })
  it('contains no section without an allowed entry', () => {
    expect(menuFor(only('Users'), 'ADMIN').map((section) => section.title)).toEqual(['People'])
    expect(menuFor(only(), 'ADMIN')).toEqual([])
  })
  it('highlights the entry of the current path, its group, and Users for the page of one user', () => {
    const money = menuFor(everything, 'ADMIN')[1]!
    const deposit = money.items.find((item) => item.title === 'Deposit')!
    expect(isActive(deposit, '/deposit/crypto-deposit')).toBe(true)
    expect(isActive(deposit, '/withdrawal/crypto-withdrawal')).toBe(false)
    const users = menuFor(everything, 'ADMIN')[0]!.items.find((item) => item.url === '/users')!
    expect(isActive(users, '/users/0198/overview')).toBe(true)
    expect(isActive(users, '/user-levels')).toBe(false)
    const lit = (path: string) =>
      menuFor(everything, 'ADMIN')
        .flatMap((section) => section.items.flatMap((item) => (item.subItem.length ? item.subItem : [item])))
        .filter((item) => isActive(item, path))
        .map((item) => item.title)
    expect(lit('/permission/permission-set/create')).toEqual(['Permission sets'])
    expect(lit('/shift/shift-template')).toEqual(['Shift templates'])
  })
})

describe('paths and titles', () => {
  it('finds a page, with or without a trailing slash, and no page for other paths', () => {
    expect(pageAt('/users')?.slug).toBe('users')
    expect(pageAt('/users/')?.slug).toBe('users')
    expect(pageAt('/users/0198/wallet')?.slug).toBe('users-record')
    expect(pageAt('/shift/shift-template')?.slug).toBe('shift-template')
    expect(pageAt('/nowhere')).toBeUndefined()
  })
  it.each(PAGES.filter(({ screen }) => screen === 'record').map((page) => [page.route, page] as const))(
    '%s: finds each part of the page of a record, and no page below any other address',
    async (route, { resource, recordTabs = [] }) => {
      const { page, operations } = await loadResource(resource)
      const tabs = (page?.tabs ?? []).map(({ key }) => key)
      expect(recordTabs.toSorted()).toEqual(
        [...tabs, ...(operations.versions ? ['versions'] : []), ...(page?.desk ? [DESK] : [])].toSorted(),
      )
      const record = route.replace('*', '0198')
      for (const path of [record, ...recordTabs.map((tab) => `${record}/${tab}`)])
        expect(pageAt(path)?.route, path).toBe(route)
      for (const path of [`${record}/nothing`, `${record}/constructor`, `${record}/${recordTabs[0] ?? 'x'}/more`])
        expect(titleOf(pageAt(path), path), path).toEqual(['page not found'])
    },
  )
  it('returns the titles of the spec', () => {
    const title = (path: string) => titleOf(pageAt(path), path)
    expect(title('/users')).toEqual(['Users'])
    expect(title('/users/0198')).toEqual(['Users information'])
    expect(title('/users/0198/wallet')).toEqual(['Users information', 'Wallet'])
    expect(title('/nowhere')).toEqual(['page not found'])
    expect(title('/general')).toEqual(['General >> TicketStatus'])
    expect(title('/deposit/manual-deposit')).toEqual(['Deposit', 'Manual deposit'])
    expect(title('/platform-transaction/platform-deposit')).toEqual(['Platform Transaction', 'Platform deposit'])
  })
  it('stores the routes that the permissions allow in the cookie', () => {
    expect(routesOf(only('Users'))).toEqual(['/', '/users', '/users/*'])
  })
})
