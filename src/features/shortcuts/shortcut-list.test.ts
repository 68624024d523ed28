import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { SHORTCUTS } from './shortcut-list'

const lines = SHORTCUTS.flatMap(({ lines: all }) => all)
const sourceOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

describe('the list of shortcuts', () => {
  it('contains no duplicates in a group, and no duplicate groups', () => {
    for (const { lines: all } of SHORTCUTS) expect(new Set(all.map(({ words }) => words)).size).toBe(all.length)
    expect(new Set(SHORTCUTS.map(({ title }) => title)).size).toBe(SHORTCUTS.length)
  })
  it('marks exactly the keys of a single character as single, which can be switched off', () => {
    const signs = lines.filter(({ keys }) => keys.some((key) => key.length === 1))
    expect(signs.filter(({ single }) => !single)).toEqual([])
    expect(lines.filter(({ single }) => single).flatMap(({ keys }) => keys)).toEqual([
      ...['?', '/', 'P'],
      ...['A', 'V', 'X', '1', '2', 'M', 'S', 'N', '+', '-', '0', 'R', 'C'],
    ])
  })
  it('contains every key that the grid of the table handles', () => {
    const grid = sourceOf('design-system/patterns/Table/grid/grid-keys.ts')
    const table = /const keys: Record<string, \(\) => unknown> = \{([\s\S]*?)\n {2}\}/.exec(grid)![1]!
    const answered = [...table.matchAll(/^\s+(?:'(.)'|(\w+)):/gm)].map(([, quoted, plain]) =>
      quoted === ' ' ? 'Space' : plain!.length === 1 ? plain!.toUpperCase() : plain!,
    )
    expect(answered.length).toBeGreaterThan(9)
    const listed = new Set(lines.flatMap(({ keys }) => keys.flatMap((key) => key.split('+'))))
    expect(answered.filter((key) => !listed.has(key))).toEqual([])
  })
})
