import { describe, expect, it } from 'vitest'
import {
  permittedForm,
  readPeek,
  readForm,
  readView,
  writeForm,
  writePeek,
  writeView,
  type ListView,
} from './list-address'

const known = ['first_name', 'role', 'email']
const round = (view: ListView) =>
  readView(new URLSearchParams(writeView(new URLSearchParams(), view).toString()), known)

describe('the view in the address', () => {
  it.each<[string, ListView]>([
    ['nothing', { search: '', filters: {}, sort: null, columns: null }],
    [
      'everything',
      {
        search: '@mailbox',
        filters: { role: ['PLAYER', 'VIP_PLAYER'], 'role.not': ['ADMIN'], email: ['a b'] },
        sort: { key: 'email', order: 'desc' },
        columns: ['email', 'role'],
      },
    ],
    [
      'characters with a meaning in the address',
      {
        search: 'a&b=c#d?e+f%',
        filters: { email: ['a,b', 'c\\d', '100 %'] },
        sort: { key: 'role', order: 'asc' },
        columns: null,
      },
    ],
    [
      'right-to-left text and emoji',
      { search: 'שלום 🎲', filters: { first_name: ['مريم'] }, sort: null, columns: null },
    ],
  ])('survives the way there and back: %s', (_, view) => {
    expect(round(view)).toEqual(view)
  })
  it('omits columns that do not exist, or that the person may not read', () => {
    expect(
      readView(
        new URLSearchParams('sort=-password&columns=password,email&f.password=x&f.password.not=x&f.role='),
        known,
      ),
    ).toEqual({
      search: '',
      filters: {},
      sort: null,
      columns: ['email'],
    })
  })
  it('keeps the other parts of the query', () => {
    const next = writeView(new URLSearchParams('form=edit:1&q=old&f.role=X'), {
      search: 'new',
      filters: {},
      sort: null,
      columns: null,
    })
    expect(next.toString()).toBe('form=edit%3A1&q=new')
  })
})

describe('the form in the address', () => {
  const FORMS = { create: {}, duplicate: {}, edit: {}, resetPassword: {} }
  it.each([
    ['create', { name: 'create' }],
    ['duplicate:0198', { name: 'duplicate', id: '0198' }],
    ['edit:0198', { name: 'edit', id: '0198' }],
    ['resetPassword:7', { name: 'resetPassword', id: '7' }],
  ] as const)('%s', (text, form) => {
    expect(readForm(new URLSearchParams({ form: text }), FORMS)).toEqual(form)
    expect(writeForm(new URLSearchParams(), form).get('form')).toBe(text)
  })
  it.each(['', 'edit', 'edit:', 'drop:1', 'constructor:1', 'resetPassword'])('is null for %j', (text) => {
    expect(readForm(new URLSearchParams({ form: text }), FORMS)).toBeNull()
  })
  it.each([
    ['create', 'create'],
    ['duplicate:1', 'create'],
    ['edit:1', 'update'],
    ['resetPassword:1', 'update'],
  ] as const)('%s is none for somebody without the right to %s', (text, right) => {
    const query = new URLSearchParams({ form: text })
    const all = { create: true, read: ['*'], update: true, delete: true, enable_disable: true }
    expect(permittedForm(query, all, FORMS)).toEqual(readForm(query, FORMS))
    expect(permittedForm(query, { ...all, [right]: false }, FORMS)).toBeNull()
  })
  it('is removed again', () => {
    expect(writeForm(new URLSearchParams('q=a&form=create'), null).toString()).toBe('q=a')
  })
})

describe('the record beside the list', () => {
  it('is added to the address and removed again without changing the view', () => {
    const query = writePeek(new URLSearchParams('q=a&sort=-email'), 'row-1')
    expect(readPeek(query)).toBe('row-1')
    expect(writePeek(query, null).toString()).toBe('q=a&sort=-email')
    expect(readPeek(new URLSearchParams('peek='))).toBeNull()
  })
})
