import { describe, expect, it } from 'vitest'
import { array, number, object, string } from 'yup'
import { catalogue, operationById } from './http/catalogue'
import { createDataCheck, faultOfData, readPart, reasonsOf } from './validation'

const CREATE = {
  first_name: 'Ana',
  last_name: 'Silva',
  username: 'ana',
  email: 'ana@b.co',
  role: 'ADMIN',
  password: 'Pitboss#2026',
  confirm_password: 'Pitboss#2026',
}
const create = operationById('admin.create').body!
const update = operationById('admin.update').body!
const list = operationById('admin.list').query!
const params = operationById('admin.get').params!
const status = (reading: ReturnType<typeof readPart>) => (reading.ok ? 200 : reading.status)

describe('a body', () => {
  it('is passed on unchanged', () => expect(readPart(create, CREATE, 'body')).toEqual({ ok: true, value: CREATE }))
  it.each([undefined, null, 'text', 5, true, [], [CREATE]])('that is %j is malformed', (body) => {
    expect(readPart(create, body, 'body')).toEqual({
      ok: false,
      status: 400,
      body: { success: false, code: 'MALFORMED', message: 'The body must be a JSON object.' },
    })
  })
  it('with an unknown name is malformed, and the message contains the name', () => {
    expect(readPart(create, { ...CREATE, is_admin: true }, 'body')).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED', message: 'Unknown field: is_admin.' },
    })
    expect(status(readPart(update, { is_deleted: true, first_name: 'Ana' }, 'body'))).toBe(400)
  })
  it.each([5, true, {}, []])('with %j for a text is malformed', (first_name) =>
    expect(status(readPart(create, { ...CREATE, first_name }, 'body'))).toBe(400),
  )
  it('that violates rules is refused with all errors by field', () => {
    expect(readPart(create, { ...CREATE, first_name: 'A', email: 'x' }, 'body')).toEqual({
      ok: false,
      status: 422,
      body: {
        success: false,
        code: 'REJECTED',
        message: 'Check the marked fields.',
        errors: {
          first_name: ['Letters and single spaces only, 2 to 40 characters'],
          email: ['Enter valid email', 'Email must be in valid format'],
        },
      },
    })
  })
})

it('a malformed body is reported alone, even if rules are violated too', () => {
  expect(readPart(create, { ...CREATE, first_name: 'A', is_admin: true }, 'body')).toMatchObject({
    status: 400,
    body: { message: 'Unknown field: is_admin.' },
  })
  const { body } = readPart(create, { ...CREATE, first_name: 5, last_name: 6 }, 'body') as { body: { message: string } }
  expect(body.message.split('. ').length).toBeGreaterThan(1)
  expect(readPart(list, { page: '0', itemNo: '0' }, 'query')).toMatchObject({
    body: { message: 'page starts at 1. itemNo starts at 1.' },
  })
})

it('an exception in a rule itself is passed on', () => {
  const broken = object({
    name: string().test('breaks', () => {
      throw new TypeError('broken rule')
    }),
  })
  expect(() => readPart(broken, { name: 'x' }, 'body')).toThrow('broken rule')
  expect(() => faultOfData({ data: broken }, { name: 'x' })).toThrow('broken rule')
})

it.each([null, 'text', 5])('a query that is %j is malformed', (query) =>
  expect(status(readPart(list, query, 'query'))).toBe(400),
)

it('a list in a query is separated by commas, without empty parts', () => {
  expect(readPart(list, { fields: 'email,,username,' }, 'query')).toEqual({
    ok: true,
    value: { fields: ['email', 'username'] },
  })
  // A repeated name is a list already.
  expect(readPart(list, { fields: ['email', 'username'] }, 'query')).toEqual({
    ok: true,
    value: { fields: ['email', 'username'] },
  })
  expect(readPart(list, { fields: '' }, 'query')).toEqual({ ok: true, value: { fields: [] } })
})

describe('the data of a response', () => {
  const record = { data: object({ id: string().required(), version: number().required(), name: string().required() }) }
  const plain = { data: object({ url: string().required() }) }
  const rows = { data: array(record.data).required() }
  it('may lack fields of a record that the caller may not read, but never its id and version', () => {
    expect(faultOfData(record, { id: '1', version: 1 })).toBeNull()
    expect(faultOfData(record, { id: '1', version: 1, name: 'Ana' })).toBeNull()
    expect(faultOfData(record, { id: '1', name: 'Ana' })).toMatch(/version/)
    expect(faultOfData(record, { version: 1, name: 'Ana' })).toMatch(/id/)
    expect(faultOfData(record, { id: '1', version: 1, name: 5 })).toMatch(/name/)
  })
  it('contains no other fields', () =>
    expect(faultOfData(record, { id: '1', version: 1, hash: 'x' })).toBe('Unknown field: hash'))
  it('is complete if it is not a record', () => {
    expect(faultOfData(plain, {})).toMatch(/url/)
    expect(faultOfData(plain, { url: '/' })).toBeNull()
    expect(faultOfData(plain, { url: '/', more: 1 })).toBe('Unknown field: more')
  })
  it('is complete if it has only one of id and version', () => {
    const name = string().required()
    expect(faultOfData({ data: object({ id: string().required(), name }) }, { id: '1' })).toMatch(/name/)
    expect(faultOfData({ data: object({ version: number().required(), name }) }, { version: 1 })).toMatch(/name/)
  })
  it('is checked down to its innermost objects', () => {
    const inner = object({ id: string().required(), name: string().required() }).nullable().defined()
    const nested = { data: object({ by: inner, all: array(inner).required(), more: inner.optional() }) }
    const by = { id: '1', name: 'Ana' }
    expect(faultOfData(nested, { by, all: [by, null] })).toBeNull()
    expect(faultOfData(nested, { by: null, all: [], more: by })).toBeNull()
    expect(faultOfData(nested, { by: { ...by, hash: 'x' }, all: [] })).toBe('Unknown field: hash')
    expect(faultOfData(nested, { by, all: [{ ...by, hash: 'x' }] })).toBe('Unknown field: hash')
    expect(faultOfData(nested, { by: { id: '1' }, all: [] })).toMatch(/name/)
  })
  it('is checked row by row', () => {
    expect(
      faultOfData(rows, [
        { id: '1', version: 1 },
        { id: '2', version: 1 },
      ]),
    ).toBeNull()
    expect(faultOfData(rows, [{ id: '1', version: 1 }, { id: '2' }])).toMatch(/version/)
    expect(faultOfData(rows, {})).not.toBeNull()
    expect(faultOfData(rows, null)).not.toBeNull()
  })
  it('is checked once for each row and operation by a data check, and again after any change', () => {
    let checks = 0
    const counted = { data: array().of(object({ id: string().test(() => (checks += 1) > 0), name: string() })) }
    const check = createDataCheck()
    expect(check(counted, [{ id: '1', name: 'Ana' }])).toBeNull()
    expect(check(counted, [{ id: '1', name: 'Ana' }])).toBeNull()
    expect(checks).toBe(1)
    expect(check(counted, [{ id: '1', name: 5 }])).toMatch(/name/)
    expect(check(counted, [{ id: '1', name: 5 }])).toMatch(/name/)
    expect(check({ data: array().of(object({ id: string().length(2) })) }, [{ id: '1', name: 'Ana' }])).not.toBeNull()
    expect(check(counted, {})).not.toBeNull()
  })
})

it('a query is converted to its types; invalid values are malformed', () => {
  expect(readPart(list, { page: '2' }, 'query')).toEqual({ ok: true, value: { page: 2 } })
  for (const query of [{ page: '0' }, { page: '-1' }, { unheard_of: '1' }, { sort_by: 'password' }])
    expect(status(readPart(list, query, 'query'))).toBe(400)
  expect(readPart(list, { unheard_of: '1', other: '2' }, 'query')).toMatchObject({
    body: { message: 'Unknown parameter: unheard_of, other.' },
  })
})

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'the parameter %s is unknown, although every object has a property of that name',
  (name) => {
    const query = Object.fromEntries([[name, '1']])
    expect(readPart(list, query, 'query')).toMatchObject({
      ok: false,
      status: 400,
      body: { message: `Unknown parameter: ${name}.` },
    })
  },
)

it('the API documentation allows no other parameter', () =>
  expect(list.describe().meta).toEqual({ additionalProperties: false }))

it('a fraction instead of an integer in a query is refused with a message', () => {
  expect(readPart(list, { itemNo: '1.5' }, 'query')).toMatchObject({ body: { message: 'itemNo is a whole number.' } })
  expect(readPart(catalogue['notifications.list'].query!, { page: '1.5' }, 'query')).toMatchObject({
    body: { message: 'page is a whole number.' },
  })
})

it('an id with an invalid format is malformed', () => {
  expect(status(readPart(params, { id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'params'))).toBe(200)
  for (const id of ['1', 'profile', '', '01890A5D-AC96-774B-BCCE-B302099A8057'])
    expect(status(readPart(params, { id }, 'params'))).toBe(400)
})

describe('what the schema library finds without a message of its own', () => {
  const told = (schema: Parameters<typeof readPart>[0], value: object, part: 'query' | 'body' = 'query') =>
    (readPart(schema, value, part) as { body: { message: string; errors?: object } }).body
  it.each([
    [object({ status: array(string().oneOf(['A', 'B', 'C'])) }), { status: ['X'] }, 'status can only be A, B or C.'],
    [
      object({ 'createdAt.from': string().min(3) }),
      { 'createdAt.from': 'x' },
      'createdAt.from cannot have less than 3 characters.',
    ],
    [object({ page: number().min(1) }), { page: '0' }, 'page cannot be less than 1.'],
    [object({ page: number().integer() }), { page: '1.5' }, 'page must be a whole number.'],
    [object({ page: number() }), { page: 'x' }, 'page must be a number.'],
    [object({ name: string().required() }), {}, 'name is required.'],
    [object({ name: string().matches(/^a$/) }), { name: 'b' }, 'name has the wrong form.'],
    [
      object({ by: object({ at: string().max(2) }) }),
      { by: { at: 'long' } },
      'by.at cannot have more than 2 characters.',
    ],
  ])('is said in a sentence with the name on the wire (%#)', (schema, value, message) =>
    expect(told(schema, value).message).toBe(message),
  )
  it('is said under the field without its name', () => {
    expect(told(object({ name: string().required(), note: string().max(2) }), { note: 'long' }, 'body')).toMatchObject({
      message: 'Check the marked fields.',
      errors: { name: ['Required'], note: ['Cannot have more than 2 characters'] },
    })
  })
})

it('the message of a refusal by a rule is its reasons, each once, as sentences', () => {
  expect(reasonsOf({ wheel: ['This wheel is not live'], user: ['This wheel is not live', 'Is that so?'] })).toBe(
    'This wheel is not live. Is that so?',
  )
})
