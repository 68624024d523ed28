import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { compareDecimals, numberOrder, type Numeric } from './number-order'
import { positionAt, runThrough, type Order } from './order'
import { textOrder } from './text-order'

const inOrder = <T>(values: readonly T[], order: Order) => [...order.positions].map((position) => values[position])
const sortTexts = (texts: string[]) => inOrder(texts, runThrough(textOrder(texts)))
const sortNumbers = (values: Numeric[]) => inOrder(values, runThrough(numberOrder(values)))
/** The root collation. */
const root = new Intl.Collator('en')
const byLetter = new Intl.Collator('en', { sensitivity: 'base' })

/** Letters of a script. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latin: 'abcoszABZ àâåäæçéêëîïíñóôöøœßúüýþÿðđłığşžðŧ',
  'Latin with combining accents': 'aeouAEz\u0301\u0308\u030a\u0327',
  Greek: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύφχψωώΑΆΩ',
  Cyrillic: 'абвгґдђеёєжзиіїйјклљмнопрстуфхцчшщъыьэюяАЁЙ\u0306\u0308',
  Hebrew: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת\u05b0\u05b4',
  Arabic: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچگک\u064b\u064f\u0640٠١٢',
  Thai: 'กขคฆงจฉชซญดตถทธนบปผพฟมยรลวศษสหอฮะาิีึืุูเแโใไๅๆ็่้๊๋์ำ๐๑',
  Lao: 'ກຂຄງຈຊຍດຕຖທນບປຜຝພຟມຢຣລວສຫອຮະາິີຶືຸູເແໂໃໄ່້',
  Devanagari: 'अआइईउऊएऐओऔकखगघचछजटठडतथदधनपफबभमयरलवशषसहािीुूेैोौ्ंः',
  Korean: '가각나다라마바사아자차카타파하힣',
  Kana: 'あいうえおかがきぎアイウエオカガキギーぁァ',
  'digits and punctuation': '0123456789 -_,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$',
  emoji: 'ab 🎰🔥🍀⭐🇹🇭👍🏽',
}

describe('order of texts', () => {
  it('puts letters together whatever their case and accent, plain before marked', () => {
    expect(sortTexts(['zoë', 'Émile', 'emil', 'Emil', 'ÅSA', 'asa', 'Zoe'])).toEqual([
      'asa',
      'ÅSA',
      'emil',
      'Emil',
      'Émile',
      'Zoe',
      'zoë',
    ])
  })
  it.each([
    ['Greek', ['ωμέγα', 'Άλφα', 'βήτα', 'αλφάδι'], ['Άλφα', 'αλφάδι', 'βήτα', 'ωμέγα']],
    ['Cyrillic', ['Яна', 'ёлка', 'Анна', 'ель'], ['Анна', 'ёлка', 'ель', 'Яна']],
    ['Arabic', ['يوسف', 'أحمد', 'بدر'], ['أحمد', 'بدر', 'يوسف']],
    ['Han, by code', ['王', '李', '一'], ['一', '李', '王']],
    ['digits before letters, shorter first', ['b1', 'b', 'a10', 'a1', '9'], ['9', 'a1', 'a10', 'b', 'b1']],
  ])('%s', (_, texts, sorted) => {
    expect(sortTexts(texts)).toEqual(sorted)
  })
  it('takes composed and decomposed letters for the same', () => {
    const [composed, decomposed] = ['Zoë', 'Zoe\u0308']
    expect(
      sortTexts([`${decomposed}b`, `${composed}a`, `${decomposed}a`, `${composed}b`]).map((text) =>
        text!.normalize('NFC'),
      ),
    ).toEqual(['Zoëa', 'Zoëa', 'Zoëb', 'Zoëb'])
  })
  it('puts blanks last and keeps equal texts as they came', () => {
    const order = runThrough(textOrder(['b', '', 'a', 'b', '', 'a']))
    expect([...order.positions]).toEqual([2, 5, 0, 3, 1, 4])
    expect(order.filled).toBe(4)
  })
  it('decides late: texts of 200 letters that differ in the last', () => {
    const long = 'x'.repeat(199)
    expect(sortTexts([`${long}c`, `${long}a`, long, `${long}b`])).toEqual([long, `${long}a`, `${long}b`, `${long}c`])
  })
  it('agrees with the collator for words of letters and digits', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd', 'X', 'Y', '0', '1', '9'),
      minLength: 1,
      maxLength: 24,
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), (texts) => {
        const sorted = sortTexts(texts)
        for (let at = 1; at < sorted.length; at++)
          expect(byLetter.compare(sorted[at - 1]!, sorted[at]!)).toBeLessThanOrEqual(0)
        expect(new Set(sorted)).toEqual(new Set(texts))
      }),
    )
  })
  it.each(Object.entries(SCRIPTS))('agrees with the root collation for %s', (_script, letters) => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 30, maxLength: 60 }), (texts) => {
        const sorted = sortTexts(texts)
        const wrong = sorted.slice(1).flatMap((text, at) => {
          const before = sorted[at]!
          return root.compare(before!, text!) > 0 ? [`${before} before ${text}`] : []
        })
        expect(wrong).toEqual([])
      }),
    )
  })
  it('sorts by the root collation whatever language the browser has', () => {
    // Swedish sorts å, ä and ö after z; the root collation, which the databases have, with a and o.
    expect(sortTexts(['zebra', 'ålesund', 'ärlig', 'öland', 'abel', 'oslo'])).toEqual([
      'abel',
      'ålesund',
      'ärlig',
      'öland',
      'oslo',
      'zebra',
    ])
    expect(sortTexts(['Strasz', 'Straße', 'Strasse', 'Straßa'])).toEqual(['Straßa', 'Strasse', 'Straße', 'Strasz'])
    expect(sortTexts(['ขวด', 'เก้า', 'กา', 'แกะ', 'ก้าว', 'ไก่'])).toEqual(['กา', 'ก้าว', 'เก้า', 'แกะ', 'ไก่', 'ขวด'])
  })
  it('holds every row once for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 100 }), (texts) => {
        expect([...runThrough(textOrder(texts)).positions].sort((a, b) => a - b)).toEqual(
          texts.map((_, position) => position),
        )
      }),
    )
  })
})

describe('order of numbers', () => {
  it('takes decimal strings, and puts what is no number last', () => {
    expect(sortNumbers(['1234.50', 'x', '-3.10', null, '0', 12, '999.99', undefined, ''])).toEqual([
      '-3.10',
      '0',
      12,
      '999.99',
      '1234.50',
      'x',
      null,
      undefined,
      '',
    ])
  })
  it('decides beyond what a binary number holds', () => {
    expect(sortNumbers(['0.100000000000000002', '0.100000000000000001', '0.1'])).toEqual([
      '0.1',
      '0.100000000000000001',
      '0.100000000000000002',
    ])
  })
  it('orders flags and keeps equal ones as they came', () => {
    expect([...runThrough(numberOrder([true, false, true, false])).positions]).toEqual([1, 3, 0, 2])
  })
  it('agrees with the plain comparison for any numbers', () => {
    const number = fc.double({ noNaN: true })
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), (values) => {
        expect(sortNumbers(values).map((value) => Number(value) + 0)).toEqual(
          values.map((value) => value + 0).sort((a, b) => a - b),
        )
      }),
    )
  })
  // Each kind has keys of its own (wholeKeys, binaryKeys); the extremes are beyond 32 bits, and beyond what is exact.
  it.each([
    ['whole numbers', fc.integer(), Number],
    ['times', fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), Number],
    ['whole numbers of any size', fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), Number],
    ['amounts', fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (hundredths: number) => (hundredths / 100).toFixed(2)],
    ['amounts of coins', fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (parts: number) => (parts / 1e8).toFixed(8)],
  ] as [string, fc.Arbitrary<unknown>, (value: never) => Numeric][])(
    'agrees with the plain comparison for %s, and keeps equal ones as they came',
    (_kind, arbitrary, written) => {
      fc.assert(
        fc.property(fc.array(arbitrary, { maxLength: 200 }), (drawn) => {
          const values = [...drawn, ...drawn.slice(0, 9)].map((value) => written(value as never))
          const plainly = values.map((_value, position) => position)
          plainly.sort((a, b) => Number(values[a]) - Number(values[b]) || a - b)
          expect([...runThrough(numberOrder(values)).positions]).toEqual(plainly)
        }),
      )
    },
  )
  it.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['-1', '1', -1],
    ['-10', '-9', -1],
    ['1.50', '1.5', 0],
    ['007.1', '7.10', 0],
    ['0.09', '0.1', -1],
  ])('%s to %s: %i', (a, b, sign) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(sign)
  })
})

it('walks backwards without touching the blanks', () => {
  const order = runThrough(textOrder(['b', '', 'a', 'c']))
  expect([0, 1, 2, 3].map((index) => positionAt(order, index, true))).toEqual([3, 0, 2, 1])
})
