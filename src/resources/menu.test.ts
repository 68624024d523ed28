import { describe, expect, it } from 'vitest'
import { EVERYTHING, SUBJECTS, type Access } from '@contract/permissions'
import { isActive, menuFor, pageAt, routesOf, titleOf, type MenuSection } from './menu'
import { loadResource } from './load'
import { hasDesk } from '@contract/records/queue'
import { DESK } from './record-path'
import { SECTIONS, type GroupTitle, type Section } from './page'
import { PAGES } from './pages'

const everything: Access = { accessible_pages: [EVERYTHING], permissions: [] }
const only = (...pages: string[]): Access => ({ accessible_pages: pages, permissions: [] })
const urlsIn = ({ items }: MenuSection) =>
  items.flatMap((item) => (item.subItem.length ? item.subItem : [item]).map(({ url }) => url))
const urls = (access: Access, role = 'ADMIN') => menuFor(access, role).flatMap(urlsIn)

/** The routes of spec 2 in the sections of the menu (look.md, Shell). Further pages need no line here. */
const SPEC_ROUTES: Readonly<Record<Section, string>> = {
  People: `/admin /users /third-party-admin /third-party-user /platform-user /user-doc-verification /user-levels /telegram-user`,
  Money: `/deposit/manual-deposit /deposit/crypto-deposit /withdrawal/manual-withdrawal /withdrawal/crypto-withdrawal
    /platform-transaction/platform-deposit /platform-transaction/platform-withdrawal /transaction-record /crypto-coin /deposit-bonus-type`,
  Rewards: `/bonus /bonus-history /referral-bonus /referral-bonus-criteria /referral-bonus-history /offers /offer-claim-history`,
  Play: `/fortune-wheel /skill-fortune-record /daily-spin-record /game-record /jackpot-record`,
  Support: `/support /quick-chat /general`,
  Content: `/seo/platform /seo/brand-categories /seo/game-types /seo/games /seo/pages /newsletter-subscriber /store-platform`,
  Workforce: `/shift /shift/shift-template /shift/assign-shift /shift/shift-history`,
  System: `/permission/permission-set /permission/assign-permission /settings`,
}
/** The routes of spec 2 that other pages lead to. */
const REACHED = ['/', '/permission/permission-set/create', '/permission/permission-set/edit']

const OWN = PAGES.filter(({ screen }) => screen !== 'record')
const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)
const firstPart = (route: string) => route.split('/')[1]!

describe('the pages', () => {
  it('have each route and each slug once', () => {
    expect(repeated(PAGES.map(({ route }) => route))).toEqual([])
    expect(repeated(PAGES.map(({ slug }) => slug))).toEqual([])
  })
  it('include every route of the spec', () => {
    const routes = PAGES.map(({ route }) => route)
    const ofSpec = [...REACHED, ...Object.values(SPEC_ROUTES).flatMap((text) => text.split(/\s+/))]
    expect(ofSpec.filter((route) => !routes.includes(route))).toEqual([])
  })
  it('of single records are each below the route of a list with the same subjects', () => {
    for (const { route, subjects } of PAGES.filter(({ screen }) => screen === 'record'))
      expect(OWN.find((page) => `${page.route}/*` === route)?.subjects, route).toEqual(subjects)
  })
  it('cover every subject except Dashboard and AuditLog', () => {
    const used = new Set(PAGES.flatMap((page) => page.subjects))
    expect(SUBJECTS.filter((subject) => !used.has(subject))).toEqual(['Dashboard', 'AuditLog'])
  })
  it.each(OWN.filter(({ resource }) => resource).map((page) => [page.route, page] as const))(
    '%s: opens with the right to read the record that it shows, and with no other',
    async (_, { resource, subjects }) => expect(subjects).toEqual([(await loadResource(resource)).subject]),
  )
})

describe('the menu', () => {
  it.each(SECTIONS)('contains in %s the pages that the spec has there', (section) => {
    const shown = urlsIn(menuFor(everything, 'ADMIN').find(({ title }) => title === section)!)
    expect(shown).toEqual(expect.arrayContaining(SPEC_ROUTES[section].split(/\s+/)))
  })
  it('shows a record in the section that its folder is named after', () => {
    const misplaced = OWN.filter(
      ({ menu, resource }) => menu && resource && resource.split('/')[0] !== menu.section.toLowerCase(),
    )
    expect(misplaced.map(({ route }) => route)).toEqual([])
  })
  it('keeps a group in one section, with the pages of one path', () => {
    const paths = new Map<GroupTitle, Set<string>>()
    for (const { route, menu } of OWN)
      if (menu?.group)
        paths.set(menu.group, (paths.get(menu.group) ?? new Set()).add(`${menu.section} ${firstPart(route)}`))
    expect([...paths].filter(([, places]) => places.size > 1)).toEqual([])
    const grouped = new Set(OWN.flatMap(({ route, menu }) => (menu?.group ? [firstPart(route)] : [])))
    expect(OWN.filter(({ route, menu }) => menu && !menu.group && grouped.has(firstPart(route)))).toEqual([])
  })
  it('contains every page for somebody with all permissions, except Home and pages below another page', () => {
    const isBelow = (route: string) => OWN.some((page) => page.menu && route.startsWith(`${page.route}/`))
    const missing = OWN.map(({ route }) => route).filter((route) => !urls(everything).includes(route))
    expect(missing.filter((route) => route !== '/' && !isBelow(route))).toEqual([])
  })
  it('shows somebody who may only read one subject the pages of this subject alone', () => {
    const shown = SUBJECTS.flatMap((subject) => urls(only(subject)).map((url) => `${url} to readers of ${subject}`))
    const allowed = SUBJECTS.flatMap((subject) =>
      OWN.filter(({ menu, subjects }) => menu && subjects.includes(subject)).map(
        ({ route }) => `${route} to readers of ${subject}`,
      ),
    )
    expect(shown.toSorted()).toEqual(allowed.toSorted())
  })
  it('hides /third-party-user from SUPER_ADMIN', () => {
    expect(urls(everything, 'SUPER_ADMIN')).not.toContain('/third-party-user')
    expect(urls(everything, 'ADMIN')).toContain('/third-party-user')
  })
  it('shows an entry if one of its schema fields is accessible, and filters sub-items in the same way', () => {
    expect(urls(only('TicketCategory'))).toContain('/general')
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
      const { page, operations, record: definition } = await loadResource(resource)
      const tabs = (page?.tabs ?? []).map(({ key }) => key)
      expect(recordTabs.toSorted()).toEqual(
        [...tabs, ...(operations.versions ? ['versions'] : []), ...(hasDesk(definition) ? [DESK] : [])].toSorted(),
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
