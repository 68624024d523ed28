import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordKey } from '@contract/records/records'
import { db, resetDb } from '@mocks/db'
import { DEMO_PASSWORD, HOME_STORE, MOCK_TWO_FA_CODE, PARTNER_STORE } from '@mocks/fixtures/staff'
import { createMockServer } from '@mocks/node'
import { SENTINELS, sentinelEmail, type Sentinel } from '@mocks/sentinels'
import { Environment } from './environment'
import { browserIo, lendWebSocket } from './mock-socket'
import { SUITE, WITHOUT_SUCCESS } from './suite'

const server = createMockServer()
const giveBack = lendWebSocket()
let environment: Environment

beforeAll(() => {
  // Records that exist to fail are not part of the contract.
  const failing = new Set((Object.keys(SENTINELS) as Sentinel[]).map(sentinelEmail))
  resetDb({
    staff: db.staff.filter(({ email }) => !failing.has(email)),
    users: db.users.filter(({ email }) => !failing.has(email)),
  })
  server.listen({ onUnhandledRequest: 'error' })
  environment = new Environment(
    'http://mocks.test',
    db.staff.slice(0, 9).map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })),
    browserIo(),
    async () => MOCK_TWO_FA_CODE,
    {
      partnerStore: PARTNER_STORE,
      ownStore: HOME_STORE,
      async addAppKey(store) {
        const [id, key] = [crypto.randomUUID(), `pbk_${crypto.randomUUID()}`]
        db.appKeys.set(key, { id, store, isRevoked: false })
        return { id, key }
      },
      async revokeAppKey(id) {
        for (const key of db.appKeys.values()) if (key.id === id) key.isRevoked = true
      },
      async expireClaims(record) {
        for (const row of db.records[record as RecordKey])
          if (typeof row.claim_until === 'string')
            row.claim_until = new Date(Date.parse(row.claim_until) - 3_600_000).toISOString()
      },
      async addRole({ name, permissions, isPartner }) {
        db.roles = [...db.roles, { name, kind: 'STAFF', needs_store: isPartner }]
        db.access[name] = {
          accessible_pages: permissions.flatMap(({ action, subject }) => (action === 'read' ? [subject] : [])),
          permissions: [...permissions],
        }
      },
    },
  )
})
afterAll(() => {
  environment.close()
  server.close()
  giveBack()
})

for (const { title, cases } of SUITE) {
  describe(`the mocks: ${title}`, () => {
    for (const one of cases) it(`${one.name}`, () => expect(one.run(environment)).resolves.toBeUndefined())
  })
}

it('the mocks: every operation has succeeded in some case', () => {
  expect(environment.notYetDone()).toEqual(WITHOUT_SUCCESS)
})
