import { expect, it } from 'vitest'
import { catalogue } from '@contract/http/catalogue'
import { openApiDocument } from './document'

const document = openApiDocument()

it('describes every operation of the catalogue at each of its paths', () => {
  for (const operation of Object.values(catalogue)) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()]
      expect(described, `${operation.method} ${path}`).toMatchObject({ summary: operation.summary })
    }
  }
})

it('derives rules, required fields and the refusal of unknown fields from the schemas', () => {
  const create = document.paths['/api/v1/users']!.post as {
    requestBody: { content: Record<string, { schema: Record<string, unknown> }> }
  }
  const schema = create.requestBody.content['application/json']!.schema
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: expect.arrayContaining(['first_name', 'email', 'password']),
  })
  expect(schema.properties).toMatchObject({
    email: { type: 'string', format: 'email', maxLength: 254 },
    password: { minLength: 8, maxLength: 20 },
  })
})

it('describes both bodies of an update, and the header that it requires', () => {
  const update = document.paths['/api/v1/users/{id}']!.patch as {
    requestBody: { content: Record<string, { schema: { anyOf: { properties: object }[] } }> }
    parameters: object[]
  }
  const bodies = update.requestBody.content['application/json']!.schema.anyOf.map((each) =>
    Object.keys(each.properties),
  )
  expect(bodies[0]).toContain('first_name')
  expect(bodies[1]).toEqual(['is_deleted'])
  expect(update.parameters).toContainEqual(expect.objectContaining({ name: 'If-Match', in: 'header', required: true }))
})

it('describes Idempotency-Key for every write outside the sign-in mechanism, as required where a repetition would do harm', () => {
  const keyOf = (path: string, method: string) =>
    (document.paths[path]![method] as { parameters: { name: string; required: boolean }[] }).parameters.find(
      ({ name }) => name === 'Idempotency-Key',
    )
  expect(keyOf('/api/v1/users', 'get')).toBeUndefined()
  expect(keyOf('/api/auth/signout', 'post')).toBeUndefined()
  expect(keyOf('/api/v1/users', 'post')).toMatchObject({ in: 'header', required: false })
  expect(keyOf('/api/v1/quick-chat/{chatId}/message', 'post')).toMatchObject({ required: true })
})

it('describes the cursor of the next page for paged lists only', () => {
  const propertiesOf = (path: string) =>
    (
      document.paths[path]!.get as {
        responses: Record<string, { content: Record<string, { schema: { properties: Record<string, object> } }> }>
      }
    ).responses['200']!.content['application/json']!.schema.properties
  expect(propertiesOf('/api/v1/news-letter-subscribe').next_cursor).toMatchObject({ type: 'string', nullable: true })
  expect(propertiesOf('/api/v1/users')).not.toHaveProperty('next_cursor')
})

it('describes the calls of the users’ apps under one tag, with the key instead of a token', () => {
  const apps = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { tags: string[]; security: object[] }>).flatMap(([method, described]) =>
      described.tags.includes('Apps') ? [{ call: `${method} ${path}`, security: described.security }] : [],
    ),
  )
  expect(apps.map(({ call }) => call).toSorted()).toEqual([
    'get /api/v1/brand-category',
    'get /api/v1/brand-category/{id}',
    'get /api/v1/crypto-coins',
    'get /api/v1/crypto-coins/{id}',
    'get /api/v1/crypto-deposit/{id}',
    'get /api/v1/doc-verification/{id}',
    'get /api/v1/game-brand',
    'get /api/v1/game-brand/{id}',
    'get /api/v1/game-type',
    'get /api/v1/game-type/{id}',
    'get /api/v1/manual-deposit/{id}',
    'get /api/v1/manual-withdrawal/{id}',
    'get /api/v1/payment-methods',
    'get /api/v1/payment-methods/{id}',
    'get /api/v1/platform-deposit/{id}',
    'get /api/v1/platform-withdrawal/{id}',
    'get /api/v1/store-platforms/offers',
    'get /api/v1/store-platforms/offers/{id}',
    'get /api/v1/user-level',
    'get /api/v1/user-level/{id}',
    'get /api/v1/users/platform-info/{id}',
    'get /api/v1/withdrawal/{id}',
    'patch /api/v1/users/{id}/payout-details',
    'post /api/v1/crypto-deposit',
    'post /api/v1/crypto-deposit/{id}/refund-address',
    'post /api/v1/doc-verification',
    'post /api/v1/doc-verification/files',
    'post /api/v1/fortune-wheel-history',
    'post /api/v1/fortune-wheel-record',
    'post /api/v1/game-record',
    'post /api/v1/jackpot-record',
    'post /api/v1/manual-deposit',
    'post /api/v1/manual-deposit/files',
    'post /api/v1/manual-deposit/{id}/proof',
    'post /api/v1/manual-withdrawal',
    'post /api/v1/manual-withdrawal/{id}/cancel',
    'post /api/v1/news-letter-subscribe',
    'post /api/v1/news-letter-subscribe/unsubscribe',
    'post /api/v1/platform-deposit',
    'post /api/v1/platform-withdrawal',
    'post /api/v1/store-platforms/offers/{id}/claim',
    'post /api/v1/users/platform-info',
    'post /api/v1/users/platform-info/{id}/reset',
    'post /api/v1/withdrawal',
    'post /api/v1/withdrawal/{id}/cancel',
  ])
  for (const { security } of apps) expect(security).toEqual([{ appKey: [] }])
  expect(document.components.securitySchemes.appKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-App-Key' })
})
