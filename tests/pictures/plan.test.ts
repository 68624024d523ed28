import { describe, expect, it } from 'vitest'
import { addressOf, shotsOf, sizeOf, type IndexEntry } from './plan'

const story = (id: string, exportName: string, tags: string[] = []): IndexEntry => ({
  id,
  type: 'story',
  title: id,
  name: exportName,
  exportName,
  tags,
})
const names = (...entries: IndexEntry[]) => shotsOf(entries).map(({ name }) => name)

describe('the plan of pictures', () => {
  it('takes a matrix in both themes, at one width, by its export alone', () => {
    expect(names(story('a--matrix', 'Matrix'), story('a--matrix-of-sizes', 'MatrixOfSizes'))).toEqual([
      'a--matrix-light',
      'a--matrix-dark',
      'a--matrix-of-sizes-light',
      'a--matrix-of-sizes-dark',
    ])
  })
  it('gives a matrix that lies over the page a higher one', () => {
    const [flat, over] = [story('a--matrix', 'Matrix'), story('b--matrix', 'Matrix', ['picture-overlay'])].map((each) =>
      sizeOf(shotsOf([each])[0]!),
    )
    expect(over!.height).toBeGreaterThan(flat!.height)
    expect(over!.width).toBe(flat!.width)
  })
  it('takes a screen by its tag, wide and narrow, in both themes', () => {
    expect(names(story('a--ready', 'Ready', ['dev', 'picture']))).toEqual([
      'a--ready-wide-light',
      'a--ready-wide-dark',
      'a--ready-narrow-light',
      'a--ready-narrow-dark',
    ])
  })
  it.each([
    ['picture-wide', 'wide'],
    ['picture-narrow', 'narrow'],
  ])('takes a story with %s at that width alone', (tag, width) => {
    expect(names(story('a--menu', 'Menu', [tag]))).toEqual([`a--menu-${width}-light`, `a--menu-${width}-dark`])
  })
  it('takes no other story and no page of docs', () => {
    expect(
      names(story('a--ready', 'Ready', ['dev', 'test']), { ...story('a--docs', 'Matrix', ['picture']), type: 'docs' }),
    ).toEqual([])
  })
  it('names the story and the theme in the address', () => {
    expect(addressOf(shotsOf([story('a--matrix', 'Matrix')])[1]!)).toContain(
      'id=a--matrix&viewMode=story&globals=theme:dark',
    )
  })
})
