import { expect, it } from 'vitest'
import { placeRing, RING_IMAGES } from './cell-ring'

it('puts four corners and four edges of 2 px around a cell, 1 px inside it', () => {
  const { backgroundPosition, backgroundSize } = placeRing({ left: 100, width: 80, height: 39 })
  const positions = backgroundPosition.split(', ')
  const sizes = backgroundSize.split(', ')
  expect(positions.map((position, image) => `${position} / ${sizes[image]!}`)).toEqual([
    // The cell is 100 to 180 px from the left and 0 to 39 px from the top.
    '101px 1px / 5px 5px',
    '174px 1px / 5px 5px',
    '101px 33px / 5px 5px',
    '174px 33px / 5px 5px',
    '106px 1px / 68px 2px',
    '106px 36px / 68px 2px',
    '101px 6px / 2px 27px',
    '177px 6px / 2px 27px',
  ])
  expect(RING_IMAGES.match(/(?:radial|linear)-gradient/g)).toHaveLength(positions.length)
})
