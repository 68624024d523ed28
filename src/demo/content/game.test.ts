import { expect, test } from 'vitest'
import { games, gamesOf } from './game'

test('ten thousand games have names and unique slugs within their limits, and the same first rows as fewer games', () => {
  const all = gamesOf(10_000)
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(10_000)
  expect(all.filter(({ name, slug }) => name!.length > 80 || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug!))).toEqual([])
  expect(all.slice(0, games.length)).toEqual(games)
})
