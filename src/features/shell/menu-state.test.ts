import { describe, expect, it } from 'vitest'
import { EVERYTHING, type Access } from '@contract/permissions'
import { menuFor } from '@resources/menu'
import { aimsAt } from './aim'
import {
  activeEntry,
  activeSection,
  barSections,
  filterMenu,
  pagesIn,
  readOpen,
  toggleOpen,
  writeOpen,
} from './menu-state'
import { isCollapsed, withCollapsed } from './sidebar-width'

const only = (...pages: string[]): Access => ({ accessible_pages: pages, permissions: [] })
const whole = menuFor(only(EVERYTHING), 'ADMIN')
const titles = (sections: readonly { title: string }[]) => sections.map(({ title }) => title)

describe('open sections and groups', () => {
  it('are People and Support by default, or all in a menu that fits', () => {
    expect([...readOpen(null, whole)]).toEqual(['People', 'Support'])
    expect([...readOpen(null, menuFor(only('SeoPages', 'Offers'), 'CONTENT_EDITOR'))]).toEqual(['Rewards', 'Content'])
  })
  it('are the stored ones, also when none is open', () => {
    expect([...readOpen('Money,Deposit', whole)]).toEqual(['Money', 'Deposit'])
    expect([...readOpen('', whole)]).toEqual([])
  })
  it('are read back as they were written', () => {
    const open = toggleOpen(toggleOpen(new Set(['Money']), 'Play'), 'Money')
    expect([...readOpen(writeOpen(open), whole)]).toEqual(['Play'])
  })
  it('can be toggled, as sections and groups have distinct titles', () => {
    const all = whole.flatMap((section) => [
      section.title,
      ...section.items.filter((item) => item.subItem.length > 0).map((item) => item.title),
    ])
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the current page', () => {
  it('has its section and its entry, also within groups', () => {
    const section = activeSection(whole, '/withdrawal/crypto-withdrawal')!
    expect(section.title).toBe('Money')
    expect(activeEntry(section, '/withdrawal/crypto-withdrawal')?.title).toBe('Crypto withdrawal')
    expect(activeSection(whole, '/')).toBeUndefined()
  })
  it('counts the pages of a section, not its groups', () => {
    expect(pagesIn(whole.find(({ title }) => title === 'Money')!)).toBe(10)
  })
})

describe('the bar of the phone', () => {
  it('contains People, Money and Support where they are allowed', () => {
    expect(titles(barSections(whole))).toEqual(['People', 'Money', 'Support'])
  })
  it('is filled with other sections, and has fewer where fewer are allowed', () => {
    expect(titles(barSections(menuFor(only('Offers', 'SeoPages', 'Users', 'Settings'), 'X')))).toEqual([
      'People',
      'Rewards',
      'Content',
    ])
    expect(titles(barSections(menuFor(only('Users'), 'X')))).toEqual(['People'])
  })
})

describe('the filter of the menu', () => {
  it('keeps matching entries, also within groups', () => {
    const found = filterMenu(whole, ' crypto ')
    expect(found.flatMap((section) => section.items.map((item) => [item.title, ...titles(item.subItem)]))).toEqual([
      ['Deposit', 'Crypto deposit'],
      ['Withdrawals', 'Crypto withdrawal'],
      ['Crypto coins'],
    ])
  })
  it('keeps all entries of a section or group whose title matches', () => {
    expect(filterMenu(whole, 'workforce')).toEqual([whole.find(({ title }) => title === 'Workforce')])
    expect(filterMenu(whole, 'platform transaction')[0]?.items[0]?.subItem).toHaveLength(2)
  })
  it('finds nothing for other words, and everything for an empty filter', () => {
    expect(filterMenu(whole, 'zebra')).toEqual([])
    expect(filterMenu(whole, '  ')).toEqual(whole)
  })
})

describe('the width of the sidebar', () => {
  it('is 280 px by default in wide windows and 140 px in others', () => {
    expect(isCollapsed(null, true)).toBe(false)
    expect(isCollapsed(null, false)).toBe(true)
  })
  it('is stored separately for wide and other windows', () => {
    const stored = withCollapsed(withCollapsed(null, true, true), false, false)
    expect([isCollapsed(stored, true), isCollapsed(stored, false)]).toEqual([true, false])
    expect(isCollapsed(withCollapsed(stored, true, false), true)).toBe(false)
  })
  it('falls back to the default for invalid values', () => {
    expect(isCollapsed('nonsense', true)).toBe(false)
  })
})

describe('a pointer that moves diagonally', () => {
  const box = { left: 146, top: 100, bottom: 400 }
  it('heads for the box when its line meets the near edge', () => {
    expect(aimsAt({ x: 70, y: 120 }, { x: 80, y: 150 }, box)).toBe(true)
    expect(aimsAt({ x: 70, y: 120 }, { x: 72, y: 140 }, box)).toBe(false)
  })
  it('does not head for the box when it moves straight down, back, or is past the edge', () => {
    expect(aimsAt({ x: 70, y: 120 }, { x: 70, y: 130 }, box)).toBe(false)
    expect(aimsAt({ x: 70, y: 120 }, { x: 60, y: 121 }, box)).toBe(false)
    expect(aimsAt({ x: 150, y: 120 }, { x: 152, y: 121 }, box)).toBe(false)
  })
})
