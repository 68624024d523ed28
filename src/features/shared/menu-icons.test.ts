import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '@contract/permissions'
import { menuFor, SECTION_ICONS } from '@resources/menu'
import { MENU_ICONS } from './menu-icons'

/** Every icon name that the menu can contain. */
function namesInUse(): Set<string> {
  const items = menuFor({ accessible_pages: [EVERYTHING], permissions: [] }, 'ADMIN').flatMap(
    (section) => section.items,
  )
  const all = items.flatMap((item) => [item, ...item.subItem])
  return new Set([...Object.values(SECTION_ICONS), ...all.flatMap((item) => [item.activeSrc, item.inActiveSrc])])
}

describe('the icons of the menu', () => {
  it('exist for every name that pages, groups and sections use', () => {
    expect([...namesInUse()].filter((name) => !(name in MENU_ICONS))).toEqual([])
  })
  it('contain no unused icon', () => {
    const used = namesInUse()
    expect(Object.keys(MENU_ICONS).filter((name) => !used.has(name))).toEqual([])
  })
})
