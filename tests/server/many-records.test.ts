/** A full list of ten thousand rows on both databases, tested with games. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { io } from 'socket.io-client'
import { FULL_LIST_ITEM_NO, SOCKET } from '@contract/constants'
import type { RecordChanged, SeveralChanged } from '@contract/socket'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const BASE = '/api/v1/admin-game'
const MANY = 10_000

const databases = await testDatabases({ staff: 12, users: 20, many: MANY })

describe.each(databases.kinds)('ten thousand records on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let editor: TestClient

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    editor = await signedIn(platform, 'CONTENT_EDITOR')
  }, 120_000)
  afterAll(() => platform.close())

  it('a new order of all records is one message to the consoles that may read them', async () => {
    const base = await platform.start({ port: 0 })
    const socket = io(base, {
      path: SOCKET.path,
      transports: ['websocket'],
      forceNew: true,
      auth: { access_token: editor.token, client: 'admin' },
    })
    const heard: RecordChanged[] = []
    const together: SeveralChanged[] = []
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
      socket.on('record:changed', (change: RecordChanged) => heard.push(change))
      socket.on('records:changed', (several: SeveralChanged) => together.push(several))
      const before = await ids()
      const [first, second, ...rest] = before
      await editor.patch(`${BASE}/order`, { ids: [second, first, ...rest] })
      await expect.poll(() => together.length).toBe(1)
      expect(new Set(together[0]!.changes.map(({ id }) => id))).toEqual(new Set([first, second]))
      expect(heard).toEqual([])
      await editor.patch(`${BASE}/order`, { ids: before.toReversed() })
      await expect.poll(() => heard.length).toBeGreaterThan(0)
      expect(heard).toEqual([{ subject: 'Games', id: null }])
    } finally {
      socket.disconnect()
    }
  }, 60_000)

  const ids = async () => {
    const { body } = await editor.get(`${BASE}?itemNo=${FULL_LIST_ITEM_NO}&fields=position`)
    return (body as { data: { id: string }[] }).data.map(({ id }) => id)
  }

  it('one call moves the last row to the front, and another one reverses the whole list', async () => {
    const before = await ids()
    expect(before).toHaveLength(MANY)
    const front = [before.at(-1)!, ...before.slice(0, -1)]
    expect((await editor.patch(`${BASE}/order`, { ids: front })).status).toBe(200)
    expect(await ids()).toEqual(front)
    expect((await editor.patch(`${BASE}/order`, { ids: front.toReversed() })).status).toBe(200)
    expect(await ids()).toEqual(front.toReversed())
    // One row more than the demo has is accepted too.
    const { body } = await editor.get(`${BASE}/${front[0]!}`)
    const { platform: of, game_type } = (body as { data: { platform: { id: string }; game_type: { id: string } } }).data
    const added = await editor.post(BASE, {
      name: 'One more',
      slug: 'one-more',
      platform: of.id,
      game_type: game_type.id,
    })
    expect(added.status).toBe(200)
    const all = await ids()
    expect((await editor.patch(`${BASE}/order`, { ids: all.toReversed() })).status).toBe(200)
  }, 60_000)
})
