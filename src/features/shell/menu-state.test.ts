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

describe('what stands open', () => {
  it('is People and Support at first, and everything in a menu that fits', () => {
    expect([...readOpen(null, whole)]).toEqual(['People', 'Support'])
    expect([...readOpen(null, menuFor(only('SeoPages', 'Offers'), 'CONTENT_EDITOR'))]).toEqual(['Rewards', 'Content'])
  })
  it('is what was remembered, also when that is nothing', () => {
    expect([...readOpen('Money,Deposit', whole)]).toEqual(['Money', 'Deposit'])
    expect([...readOpen('', whole)]).toEqual([])
  })
  it('comes back as it was written', () => {
    const open = toggleOpen(toggleOpen(new Set(['Money']), 'Play'), 'Money')
    expect([...readOpen(writeOpen(open), whole)]).toEqual(['Play'])
  })
  it('can be toggled only where sections and groups have titles of their own', () => {
    const all = whole.flatMap((section) => [
      section.title,
      ...section.items.filter((item) => item.subItem.length > 0).map((item) => item.title),
    ])
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the current page', () => {
  it('names its section and its entry, within groups too', () => {
    const section = activeSection(whole, '/withdrawal/crypto-withdrawal')!
    expect(section.title).toBe('Money')
    expect(activeEntry(section, '/withdrawal/crypto-withdrawal')?.title).toBe('Crypto withdrawal')
    expect(activeSection(whole, '/')).toBeUndefined()
  })
  it('counts the pages of a section, not its groups', () => {
    expect(pagesIn(whole.find(({ title }) => title === 'Money')!)).toBe(9)
  })
})

describe('the bar of the phone', () => {
  it('offers People, Money and Support where they are allowed', () => {
    expect(titles(barSections(whole))).toEqual(['People', 'Money', 'Support'])
  })
  it('fills up with other sections, and has fewer where fewer are allowed', () => {
    expect(titles(barSections(menuFor(only('Offers', 'SeoPages', 'Users', 'Settings'), 'X')))).toEqual([
      'People',
      'Rewards',
      'Content',
    ])
    expect(titles(barSections(menuFor(only('Users'), 'X')))).toEqual(['People'])
  })
})

describe('the filter of the menu', () => {
  it('keeps entries, and of a group only what matches', () => {
    const found = filterMenu(whole, ' crypto ')
    expect(found.flatMap((section) => section.items.map((item) => [item.title, ...titles(item.subItem)]))).toEqual([
      ['Deposit', 'Crypto deposit'],
      ['Withdrawals', 'Crypto withdrawal'],
      ['Crypto coins'],
    ])
  })
  it('keeps all of a section or group that is named itself', () => {
    expect(filterMenu(whole, 'workforce')).toEqual([whole.find(({ title }) => title === 'Workforce')])
    expect(filterMenu(whole, 'platform transaction')[0]?.items[0]?.subItem).toHaveLength(2)
  })
  it('finds nothing for other words, and everything for none', () => {
    expect(filterMenu(whole, 'zebra')).toEqual([])
    expect(filterMenu(whole, '  ')).toEqual(whole)
  })
})

describe('the width of the sidebar', () => {
  it('starts wide in wide windows and at 140 in others', () => {
    expect(isCollapsed(null, true)).toBe(false)
    expect(isCollapsed(null, false)).toBe(true)
  })
  it('is remembered for each kind of window apart', () => {
    const stored = withCollapsed(withCollapsed(null, true, true), false, false)
    expect([isCollapsed(stored, true), isCollapsed(stored, false)]).toEqual([true, false])
    expect(isCollapsed(withCollapsed(stored, true, false), true)).toBe(false)
  })
  it('takes what it cannot read for never chosen', () => {
    expect(isCollapsed('nonsense', true)).toBe(false)
  })
})

describe('a diagonal', () => {
  const box = { left: 146, top: 100, bottom: 400 }
  it('aims at the box when its line meets the near edge', () => {
    expect(aimsAt({ x: 70, y: 120 }, { x: 80, y: 150 }, box)).toBe(true)
    expect(aimsAt({ x: 70, y: 120 }, { x: 72, y: 140 }, box)).toBe(false)
  })
  it('does not when the pointer goes straight down, back, or is past the edge', () => {
    expect(aimsAt({ x: 70, y: 120 }, { x: 70, y: 130 }, box)).toBe(false)
    expect(aimsAt({ x: 70, y: 120 }, { x: 60, y: 121 }, box)).toBe(false)
    expect(aimsAt({ x: 150, y: 120 }, { x: 152, y: 121 }, box)).toBe(false)
  })
})
