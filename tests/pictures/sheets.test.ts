import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { IndexEntry } from './plan'
import { faultsOfSheets, SHEETS } from './sheets'
import { ROOT } from './storybook'

const screen = (id: string): IndexEntry => ({
  id,
  type: 'story',
  title: id,
  name: id,
  exportName: 'Ready',
  tags: ['picture'],
})
const sheets = [{ file: 'sheet-a', title: 'A', stories: ['console--a'] }]

describe('the contact sheets', () => {
  it('contain every pictured story', () => expect(faultsOfSheets([screen('screens-console--a')], sheets)).toEqual([]))
  it('report a story that is on no sheet', () =>
    expect(faultsOfSheets([screen('screens-console--a'), screen('screens-console--b')], sheets)).toHaveLength(1))
  it('report a story that does not exist', () => expect(faultsOfSheets([], sheets)).toHaveLength(1))
  it('exist and are described in docs/pictures', () => {
    const words = readFileSync(`${ROOT}docs/pictures/README.md`, 'utf8')
    for (const { file } of [...SHEETS, { file: 'sheet-components-light' }, { file: 'sheet-components-dark' }]) {
      expect(words).toContain(`${file}.webp`)
      expect(existsSync(`${ROOT}docs/pictures/${file}.webp`), file).toBe(true)
    }
  })
})
