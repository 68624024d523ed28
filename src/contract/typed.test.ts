import { describe, expect, it } from 'vitest'
import { plainDigits, readAs, readCode, readNumber, readText, readWord } from './typed'

/** Spaces without or with a width that copied text contains, and marks of the direction of writing. */
const ODD = {
  'no-break space': '\u00A0',
  'narrow no-break space': '\u202F',
  'thin space': '\u2009',
  'ideographic space': '\u3000',
  'byte order mark': '\uFEFF',
  'zero-width space': '\u200B',
  'word joiner': '\u2060',
}
const MARKS = {
  'non-joiner': '\u200C',
  joiner: '\u200D',
  'left-to-right mark': '\u200E',
  'right-to-left mark': '\u200F',
  'embedding of a phone number': '\u202A',
}

describe.each(Object.entries({ ...ODD, ...MARKS }))('a %s', (_name, odd) => {
  it('around a word is not part of it', () => {
    expect(readWord(`${odd}a@b.test${odd}`)).toBe('a@b.test')
    expect(readWord(` ${odd} a@b.test ${odd}${odd}`)).toBe('a@b.test')
  })
  it('anywhere in a code is not part of it', () => {
    expect(readCode(`${odd}+49 30${odd}123${odd}45 ${odd}`)).toBe('+493012345')
  })
  it('around a number is not part of it', () => expect(readNumber(`${odd}25.50${odd}`)).toBe('25.50'))
  it('at the ends of a name is not part of it', () => {
    expect(readText(`${odd}Ana Maria${odd}`)).toBe('Ana Maria')
    expect(readText(`One.${odd}\n${odd}Two.`)).toBe('One.\nTwo.')
  })
  it('stays in a password', () => expect(readAs('exact', `${odd}Pitboss#2026`)).toBe(`${odd}Pitboss#2026`))
})
it.each(Object.entries(ODD))('a %s between words is one ordinary space', (_name, odd) => {
  expect(readText(`Ana${odd}Maria`)).toBe('Ana Maria')
  expect(readText(`Ana ${odd}${odd} Maria`)).toBe('Ana Maria')
})
it.each(Object.entries(MARKS))('a %s between Latin letters is nothing', (_name, mark) =>
  expect(readText(`An${mark}a Maria`)).toBe('Ana Maria'),
)
it('ordinary spaces in a name are left to its rule', () => expect(readText(' Ana  Maria')).toBe(' Ana  Maria'))
it('a space inside a word is left to its rule', () => expect(readWord('a\u00A0b@c.test')).toBe('a b@c.test'))

it.each([
  ['Persian', 'علی\u200Cرضا'],
  ['Persian, an abbreviation', 'ه\u200D.ق'],
  ['Hindi', 'क्\u200Dष'],
  ['Bengali', 'র\u200D্যাব'],
  ['Malayalam', 'അവന്\u200D'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['a family', '👨\u200D👩\u200D👧'],
  ['a pilot of a certain colour', '👩🏽\u200D✈️'],
  ['a flag', '🏳️\u200D🌈'],
  ['Thai, where a line may break', 'ภาษา\u200Bไทย'],
  ['Khmer, where a line may break', 'ខ្មែរ\u200Bយើង'],
  ['a mark of direction between Hebrew and Latin', 'שלום C++\u200F היום'],
])('what a script needs stays in a name or a text: %s', (_name, text) => expect(readText(text)).toBe(text))
it.each([
  ['a non-joiner at the end of a word', 'علی\u200C رضا\u200C', 'علی رضا'],
  ['a second one', 'علی\u200C\u200Cرضا', 'علی\u200Cرضا'],
  ['a joiner after a picture that joins nothing', '👩\u200D!', '👩!'],
  ['marks around a Hebrew name', '\u200Fשרה כהן\u200F', 'שרה כהן'],
])('what it does not need goes: %s', (_name, typed, text) => expect(readText(typed)).toBe(text))
it('an address of a Persian page keeps the non-joiner of its word', () =>
  expect(readWord('\u200Ehttps://fa.example/نیم\u200Cفاصله\u200B')).toBe('https://fa.example/نیم\u200Cفاصله'))

it.each([
  ['０１２３４５６７８９', '0123456789'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['𝟎𝟏𝟐𝟳𝟴𝟵', '012789'],
  ['Ⅻ ½ ²', 'Ⅻ ½ ²'],
])('the digits %j are %j', (typed, plain) => expect(plainDigits(typed)).toBe(plain))

/** Decisions, What people type and paste. */
describe('a number', () => {
  it.each([
    ['0', '0'],
    ['25.95', '25.95'],
    ['5.', '5'],
    ['.5', '0.5'],
    ['+5', '5'],
    ['-5', '-5'],
    ['\u22125', '-5'],
    ['５', '5'],
    ['٥', '5'],
    ['۲۵٫۵۰', '25.50'],
    ['２５．９５', '25.95'],
    ['1 000.50', '1000.50'],
    ['1\u00A0000.50', '1000.50'],
    ['1\u202F234\u202F567', '1234567'],
    ['1,000.50', '1000.50'],
    ['1,000,000', '1000000'],
    ['12,34,567.50', '1234567.50'],
    ['1’000’000', '1000000'],
    ["1'000.50", '1000.50'],
    ['١٬٠٠٠٫٥٠', '1000.50'],
    ['1.000', '1.000'],
    ['007', '007'],
    ['4\u200B2', '42'],
    ['0.000000000000000001', '0.000000000000000001'],
  ])('%j is read as %j', (typed, number) => {
    expect(readNumber(typed)).toBe(number)
    expect(readNumber(number)).toBe(number)
  })
  it.each([
    '25,95',
    '1,5',
    '1,000',
    '1.000,50',
    '1.000.000',
    ',5',
    '1,000.',
    '1,00.50',
    '1 00',
    '1 0000',
    '10 00.50',
    '1 000,000.50',
    '1  000',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '$5',
    '5 USD',
    '5%',
    '--5',
    '+-5',
    '- 5',
    '.',
    '+',
    '',
    ' ',
    '½',
    '²',
    '1.2.3',
    'twelve',
  ])('%j is not read', (typed) => {
    expect(readNumber(typed)).toBeNull()
    expect(readAs('number', typed)).toBe(typed)
  })
  it.each(['12.5 %', '12.5%', '١٢٫٥٪', '+12.5'])('the percentage %j is 12.5', (typed) =>
    expect(readAs('percent', typed)).toBe('12.5'),
  )
})
