import { describe, expect, it } from 'vitest'
import { readRecent, withRecent } from './recent-pages'

const routes = (stored: string | null) => readRecent(stored).map(({ route }) => route)

describe('recent pages', () => {
  it('begin with the last one, each once', () => {
    const stored = ['/users', '/admin', '/users'].reduce<string | null>(
      (kept, path) => withRecent(kept, path) ?? kept,
      null,
    )
    expect(routes(stored)).toEqual(['/users', '/admin'])
    expect(withRecent(stored, '/users')).toBeNull()
  })
  it('are at most six', () => {
    const paths = ['/users', '/admin', '/support', '/offers', '/settings', '/bonus', '/crypto-coin']
    const stored = paths.reduce<string | null>((kept, path) => withRecent(kept, path) ?? kept, null)
    expect(routes(stored)).toEqual(paths.toReversed().slice(0, 6))
  })
  it('hold neither records, nor Home, nor what does not exist', () => {
    expect([withRecent(null, '/'), withRecent(null, '/users/1'), withRecent(null, '/nowhere')]).toEqual([
      null,
      null,
      null,
    ])
    expect(routes('/gone /users  ')).toEqual(['/users'])
    expect(routes(null)).toEqual([])
  })
})
