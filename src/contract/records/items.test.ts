import { expect, it } from 'vitest'
import { AMOUNT } from '../patterns'
import { readPart } from '../validation'
import { amount, flag, image, list, oneOf, percent, reference, text255 } from './field'
import { isItemKind, storedItems } from './items'
import { fileRulesOf, publicFields, refersTo, uploadRulesOf, type RecordDefinition } from './record'
import { ALL_RECORDS } from './records'
import { filesIn, keptReferences, referencesIn } from './references'
import { createSchema } from './schemas'
import { writtenOf } from './versions'

const segments = list(
  'Segments',
  {
    label: text255('Label', { required: true }),
    reward: oneOf('Reward', { CASH: 'Cash', NONE: 'None' }, { required: true }),
    value: amount('Value', { when: { field: 'reward', values: ['CASH'], required: true } }),
    share: percent('Share'),
    shown: flag('Shown'),
  },
  { one: 'segment', least: 2, most: 3 },
)
const schema = createSchema({ fields: { segments } } as unknown as RecordDefinition)
const errorsOf = (items: unknown) => {
  const reading = readPart(schema, { segments: items }, 'body')
  return reading.ok ? {} : reading.status === 422 ? reading.body.errors : reading.status
}
const cash = { label: 'Ten', reward: 'CASH', value: '10' }

it('the items of every list have only fields that can be stored in it', () => {
  const types = ALL_RECORDS.flatMap(({ fields }) => Object.values(fields)).map(({ type }) => type)
  const items = types.flatMap((type) => (type.kind === 'list' ? Object.values(type.fields) : []))
  expect(items.length).toBeGreaterThan(0)
  expect(items.filter(({ type }) => !isItemKind(type.kind))).toEqual([])
})

it('public fields refer to records that the users’ apps may read, by public names', () => {
  const definitionOf = (name: string) => ALL_RECORDS.find((record) => record.name === name)!
  for (const record of ALL_RECORDS.filter(({ appBase }) => appBase !== undefined)) {
    const fields = Object.values(publicFields(record))
    expect(fields.length, record.name).toBeGreaterThan(0)
    const shown = fields.flatMap((field) => [
      field,
      ...(field.type.kind === 'list' ? Object.values(field.type.fields) : []),
    ])
    for (const { type, masked, erasable } of shown) {
      expect([masked, erasable], record.name).toEqual([false, false])
      if (type.kind !== 'reference' && type.kind !== 'references') continue
      const target = definitionOf(type.to)
      expect(target.appBase, `${record.name} refers to ${type.to}`).toBeDefined()
      expect(target.namedBy.every((name) => target.fields[name]!.public)).toBe(true)
    }
  }
})

it('an invalid value is identified by its list, the number of its item and its field', () => {
  expect(errorsOf([cash, { label: '', reward: 'NONE' }, { label: 'Much', reward: 'CASH', value: '1.234' }])).toEqual({
    'segments.1.label': ['Required'],
    'segments.2.value': [AMOUNT.message],
  })
})

it('a field of an item depends on the other fields of the same item', () => {
  expect(errorsOf([cash, { label: 'Ten', reward: 'CASH' }])).toEqual({ 'segments.1.value': ['Required'] })
  expect(Object.keys(errorsOf([cash, { label: 'No', reward: 'NONE', value: '5' }]) as object)).toEqual([
    'segments.1.value',
  ])
})

it('a list has a minimum and a maximum number of items', () => {
  expect(errorsOf([cash])).toEqual({ segments: ['At least 2 segments'] })
  expect(errorsOf([cash, cash, cash, cash])).toEqual({ segments: ['Up to 3'] })
  expect(errorsOf([cash, cash])).toEqual({})
})

it('a text instead of a list, another value instead of an item, and an unknown field of an item are malformed', () => {
  for (const items of ['text', [1, 2], [cash, { ...cash, unheard_of: 1 }]])
    expect(errorsOf(items), JSON.stringify(items)).toBe(400)
})

it('items are stored with all their fields, in the order of the definition', () => {
  const type = segments.type as Extract<typeof segments.type, { kind: 'list' }>
  const stored = storedItems(type, [
    { share: '12.50', reward: 'CASH', value: '10', label: 'Ten' },
    { label: '', reward: 'NONE', shown: true },
  ])
  expect(JSON.stringify(stored)).toBe(
    JSON.stringify([
      { label: 'Ten', reward: 'CASH', value: '10.00', share: '12.5', shown: false },
      { label: null, reward: 'NONE', value: null, share: null, shown: true },
    ]),
  )
})

const slides = list(
  'Slides',
  {
    caption: text255('Caption'),
    game: reference('Game', 'game'),
    picture: image('Picture', {}, { width: 8, height: 8 }),
  },
  { one: 'slide', most: 3 },
)
const fields = { name: text255('Name'), slides }
const [A, B, C] = ['a', 'b', 'c'].map((end) => `01890a5d-ac96-774b-bcce-b302099a800${end}`)

it('the references and the images of items are found, with their place', () => {
  const body = { name: 'One', slides: [{ caption: 'First', game: A, picture: B }, { game: null }, { game: C }] }
  expect(referencesIn(fields, body).map(({ at, to, keys }) => [at, to, keys])).toEqual([
    ['slides.0.game', 'game', [A]],
    ['slides.2.game', 'game', [C]],
  ])
  expect(refersTo(fields, 'game')).toBe(true)
  expect(fileRulesOf({ fields })).toEqual({
    'slides.picture': { visibility: 'public', min: { width: 8, height: 8 } },
  })
  expect(Object.keys(uploadRulesOf({ fields, actions: {} }))).toEqual(['slides.picture'])
  expect(filesIn(body, 'slides.picture')).toEqual([B])
  expect(filesIn({ cover: A }, 'cover')).toEqual([A])
})

it('a reference that a row has already is kept in its field, whichever item it is in', () => {
  const row = { slides: [{ caption: 'First', game: { id: A, name: 'Dice' }, picture: B }] }
  const isKept = keptReferences(fields, row)
  const body = { slides: [{ game: C }, { game: A }] }
  expect(referencesIn(fields, body).map((found) => isKept(found, found.keys[0]!))).toEqual([false, true])
  expect(referencesIn(fields, body).map((found) => keptReferences(fields, null)(found, found.keys[0]!))).toEqual([
    false,
    false,
  ])
})

it('an item of a row has the names of its references, and that of a body their ids', () => {
  const row = { slides: [{ caption: 'First', game: { id: A, name: 'Dice' }, picture: B }] }
  expect(writtenOf({ fields }, row)).toEqual({ slides: [{ caption: 'First', game: A, picture: B }] })
})
