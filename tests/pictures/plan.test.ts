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
  it('takes a story that is exported as Matrix in both themes, at one width', () => {
    expect(names(story('a--matrix', 'Matrix'), story('a--matrix-of-sizes', 'MatrixOfSizes'))).toEqual([
      'a--matrix-light',
      'a--matrix-dark',
      'a--matrix-of-sizes-light',
      'a--matrix-of-sizes-dark',
    ])
  })
  it('uses a higher page for a matrix in an overlay', () => {
    const [flat, over] = [story('a--matrix', 'Matrix'), story('b--matrix', 'Matrix', ['picture-overlay'])].map((each) =>
      sizeOf(shotsOf([each])[0]!),
    )
    expect(over!.height).toBeGreaterThan(flat!.height)
    expect(over!.width).toBe(flat!.width)
  })
  it('takes a story with the tag of a screen wide and narrow, in both themes', () => {
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
  it('takes no other stories and no docs pages', () => {
    expect(
      names(story('a--ready', 'Ready', ['dev', 'test']), { ...story('a--docs', 'Matrix', ['picture']), type: 'docs' }),
    ).toEqual([])
  })
  it('puts the story and the theme into the address', () => {
    expect(addressOf(shotsOf([story('a--matrix', 'Matrix')])[1]!)).toContain(
      'id=a--matrix&viewMode=story&globals=theme:dark',
    )
  })
})
