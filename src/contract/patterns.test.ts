import { describe, expect, it } from 'vitest'
import * as P from './patterns'

const a = (length: number) => 'a'.repeat(length)
const OWN_HOST = P.urlOf('https://play.example')

interface Table {
  rule: P.Rule
  accepted: readonly string[]
  refused: readonly string[]
}

/** Spec section 5, 'Shared patterns', one entry for each line. */
const TABLES: Record<string, Table> = {
  'password: 8 to 20 with upper, lower, digit, special': {
    rule: P.PASSWORD,
    accepted: [
      'Abcdef1#',
      'Pitboss#2026',
      `Aa1#${a(16)}`,
      'Aa1?aaaa',
      'Aa1!aaaa',
      'Aa1@aaaa',
      'Aa1$aaaa',
      'Aa1%aaaa',
      'Aa1^aaaa',
      'Aa1&aaaa',
      'Aa1*aaaa',
      'Aa1-aaaa',
      'Aa1# aaa',
      'Äa1#Aaaa',
    ],
    refused: [
      '',
      'Abcde1#',
      `Aa1#${a(17)}`,
      'abcdef1#',
      'ABCDEF1#',
      'Abcdefg#',
      'Abcdefg1',
      'Aa1_aaaa',
      'Aa1+aaaa',
      'Abcdef1#\n',
      'Ab\ncdef1#',
      'äöüäöü1#',
    ],
  },
  'person names: letters and single spaces, 2 to 40': {
    rule: P.PERSON_NAME,
    accepted: [
      'Al',
      a(40),
      'Ana Maria',
      'Jean Luc Marie',
      'Łukasz',
      'José',
      'Jose\u0301',
      'Мария',
      '李明',
      'محمد علي',
      'मोहन',
      'Zoë Çelik',
      '𐐀𐐁',
      '𐐀'.repeat(40),
    ],
    refused: [
      '',
      'A',
      a(41),
      'Ana  Maria',
      ' Ana',
      'Ana ',
      'Ana\tMaria',
      'Ana\nMaria',
      'Ana\n',
      'Ana1',
      'Ana_Maria',
      "O'Neil",
      'Anne-Marie',
      'Ana.',
      'Ana 😀',
      '😀😀',
      '𐐀',
      '𐐀'.repeat(41),
      'Ana\u00a0Maria',
      '  ',
    ],
  },
  'username: letter first, groups joined by single underscores, one may end it': {
    rule: P.USERNAME,
    accepted: ['a', 'Z', 'ana', 'Ana9', 'ana_b', 'ana_1', 'a_b_c_', 'ana_', 'a1_2b'],
    refused: [
      '',
      '1ana',
      '_ana',
      'ana__b',
      'ana__',
      'ana b',
      'ana-b',
      'ana.b',
      'ana\n',
      'añá',
      'мария',
      'ana😀',
      '_',
      ' ana',
      'ana ',
    ],
  },
  'phone: 1 to 20 of digits and + ( ) . -': {
    rule: P.PHONE,
    accepted: ['1', '+', '+49(30)123-45.67', '9'.repeat(20)],
    refused: ['', '9'.repeat(21), '+49 30 123', '12a', '12\n', '１２３', '☎️', '12/34'],
  },
  'email: local part up to 64, @, a domain, a top-level domain of two or more letters': {
    rule: P.EMAIL,
    accepted: [
      'a@b.co',
      'super@pitboss.test',
      `${a(64)}@b.co`,
      'first.last+tag@sub.mail.example',
      "o'neil@b.co",
      'a_b-c@b-c.co',
      '1@2.com',
      `a@${a(63)}.com`,
    ],
    refused: [
      '',
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@b.c',
      'a@b.c1',
      `${a(65)}@b.co`,
      'a b@b.co',
      'a@b c.co',
      'a@@b.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@b.co',
      'a@b..co',
      'a@.co',
      'a@-b.co',
      'a@b-.co',
      'a@b.co\n',
      'a@b.co ',
      ' a@b.co',
      'ä@b.co',
      'a@bü.co',
      '😀@b.co',
      `a@${a(64)}.com`,
      'a@b.co.',
      'a@b.co,c@d.co',
    ],
  },
  'boolean text: true or false in any letter case': {
    rule: P.BOOLEAN_TEXT,
    accepted: ['true', 'false', 'TRUE', 'False', 'tRuE'],
    refused: ['', 'yes', '1', '0', 'true ', ' false', 'truefalse', 'true\n', 'null'],
  },
  'alphanumeric: at least 8 characters': {
    rule: P.ALPHANUMERIC,
    accepted: ['abcdefgh', 'ABCD1234', '12345678', a(500)],
    refused: ['', 'abcdefg', 'abcd efgh', 'abcd_efgh', 'abcdefgé', 'abcdefgh\n', 'abcdefg😀'],
  },
  'URL: begins with http://, https:// or our host': {
    rule: OWN_HOST,
    accepted: [
      'http://a',
      'http://a.example/x?y=1#z',
      'https://a.example',
      'https://play.example',
      'https://play.example/x',
      'https://play.example:8443/x',
      'https://play.example?x',
    ],
    refused: [
      '',
      'ftp://a',
      'javascript:alert(1)',
      'a.example',
      '//a.example',
      ' http://a',
      'http:/a',
      'HTTP://a',
      'http://a b',
      'http://a\n',
      'xhttp://a',
    ],
  },
  'URL of a bare host name: not of a longer name': {
    rule: P.urlOf('play.example'),
    accepted: ['play.example', 'play.example/x', 'play.example:80', 'http://other.example'],
    refused: ['play.example.evil.example', 'play-example', 'playXexample/x', 'play.examples/x'],
  },
  'free text: up to 255, no leading space, no double whitespace': {
    rule: P.FREE_TEXT,
    accepted: [
      '',
      'a',
      a(255),
      'a b',
      'a\nb',
      'a ',
      '😀'.repeat(255),
      'Привет, мир',
      "<script>alert('x')</script>",
      "'; DROP TABLE users; --",
    ],
    refused: [a(256), ' a', '\ta', '\na', 'a  b', 'a \nb', 'a\n\nb', '😀'.repeat(256), ' ', 'a  '],
  },
  'long text: up to 3000': {
    rule: P.LONG_TEXT,
    accepted: ['', a(256), a(3000), 'a\nb'],
    refused: [a(3001), ' a', 'a  b'],
  },
  'amount: up to 10 digits, up to 2 decimals, no leading zero, above zero': {
    rule: P.AMOUNT,
    accepted: ['1', '0.50', '0.01', '0.1', '100.00', '9999999999', '9999999999.99', '12.5'],
    refused: [
      '',
      '0',
      '0.0',
      '0.00',
      '00.50',
      '012',
      '10000000000',
      '1.',
      '.5',
      '1.234',
      '-1',
      '+1',
      '1,000',
      '1e3',
      ' 1',
      '1 ',
      '1\n',
      '١٢',
      'NaN',
      'Infinity',
    ],
  },
  'amount or zero': {
    rule: P.AMOUNT_OR_ZERO,
    accepted: ['0', '0.0', '0.00', '0.50', '1', '9999999999.99'],
    refused: ['', '00', '00.50', '012', '10000000000', '1.', '.5', '1.234', '-0', '0\n'],
  },
  'integer: 1 to 7 digits, the first 1 to 9': {
    rule: P.INTEGER,
    accepted: ['1', '9', '10', '9999999'],
    refused: ['', '0', '01', '10000000', '1.0', '-1', '1 ', '1\n', '１'],
  },
  'two digits without a leading zero': {
    rule: P.TWO_DIGITS,
    accepted: ['10', '55', '99'],
    refused: ['', '1', '01', '00', '100', '110', 'a10', '1a', '10\n'],
  },
  'percentage: 0 to 100 with up to 2 decimals': {
    rule: P.PERCENTAGE,
    accepted: ['0', '0.0', '0.00', '0.01', '5', '99.99', '100', '100.0', '100.00'],
    refused: ['', '100.01', '100.1', '101', '1000', '00', '01', '5.', '.5', '5.555', '-1', '5%', '5\n'],
  },
  'percentage above zero': {
    rule: P.PERCENTAGE_NON_ZERO,
    accepted: ['0.01', '0.1', '1', '99.99', '100', '100.00'],
    refused: ['', '0', '0.0', '0.00', '100.01', '01', '101', '-1'],
  },
  'a whole number from 1 to 10': {
    rule: P.ONE_TO_TEN,
    accepted: ['1', '2', '9', '10'],
    refused: ['', '0', '01', '11', '100', '1.5', '-1', '1\n'],
  },
  'label of up to 16': {
    rule: P.LABEL.short,
    accepted: ['a', a(16), 'a b', 'a_1', 'a '],
    refused: ['', a(17), ' a', 'a  b', 'a-b', 'é', 'a\n', 'a\tb', '😀'],
  },
  'label of up to 20': { rule: P.LABEL.medium, accepted: ['a', a(20)], refused: ['', a(21), ' a', 'a  b'] },
  'label of up to 32': { rule: P.LABEL.long, accepted: ['a', a(32)], refused: ['', a(33), ' a', 'a  b'] },
  'number of 1 to 3 digits': {
    rule: P.UP_TO_THREE_DIGITS,
    accepted: ['0', '7', '007', '42', '999'],
    refused: ['', '1000', '1.5', '-1', 'a', '12 ', '12\n'],
  },
  'decimal of the shared input': {
    rule: P.DECIMAL,
    accepted: ['0', '12', '12.5', '12.34', '007'],
    refused: ['', '12.345', '12.', '.5', '-1', '+1', '1e3', 'abc', '1,5', '12\n'],
  },
  'id: a UUID in lower case': {
    rule: P.ID,
    accepted: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    refused: [
      '',
      'profile',
      '01890A5D-AC96-774B-BCCE-B302099A8057',
      '01890a5dac96774bbcceb302099a8057',
      '01890a5d-ac96-774b-bcce-b302099a8057\n',
      '01890a5d-ac96-774b-bcce-b302099a805g',
      '001890a5d-ac96-774b-bcce-b302099a8057',
    ],
  },
  'store code': {
    rule: P.STORE_CODE,
    accepted: ['AB', 'STORE1', `A${'1'.repeat(31)}`],
    refused: ['', 'A', 'ab', '1A', 'STORE_1', 'xAB', `A${'1'.repeat(32)}`, 'AB\n'],
  },
}

const shown = (value: string) =>
  JSON.stringify(value.length > 48 ? `${value.slice(0, 20)}… (${Array.from(value).length} characters)` : value)

for (const [name, { rule, accepted, refused }] of Object.entries(TABLES)) {
  describe(`${name}`, () => {
    for (const value of accepted) it(`accepts ${shown(value)}`, () => expect(rule.pattern.test(value)).toBe(true))
    for (const value of refused) it(`refuses ${shown(value)}`, () => expect(rule.pattern.test(value)).toBe(false))
    it('has a message for staff', () => expect(rule.message.length).toBeGreaterThan(3))
    it('keeps no state between two uses (no g or y flag)', () => expect(rule.pattern.flags).not.toMatch(/[gy]/))
  })
}

describe('the messages that the spec defines', () => {
  it('are those of section 5', () => {
    expect(P.PASSWORD.message).toBe('must be one uppercase, lowercase,number, special character with min 8 characters')
    expect(P.EMAIL.message).toBe('Email must be in valid format')
    expect(P.DECIMAL.message).toBe('Invalid input')
    expect(P.MESSAGE).toMatchObject({
      required: 'Required',
      codeRequired: 'Required!',
      emailInvalid: 'Enter valid email',
      passwordMin: 'Password must be 8 characters',
      passwordMax: 'Password must be at most 20 characters',
      passwordsMatch: 'Passwords must match',
    })
  })
})

describe('hostile input', () => {
  const LONG = 100_000
  const inputs = {
    letters: a(LONG),
    'letters and a bad end': `${a(LONG)}!`,
    spaces: ' '.repeat(LONG),
    'letters and spaces': 'a '.repeat(LONG / 2),
    underscores: 'a_'.repeat(LONG / 2),
    dots: 'a.'.repeat(LONG / 2),
    digits: '1'.repeat(LONG),
    'an address of many labels': `a@${'a.'.repeat(LONG / 2)}`,
    'an address of many dashes': `a@${'a-'.repeat(LONG / 2)}`,
    'combining marks': `a${'\u0301'.repeat(LONG)}1`,
    'a web address': `http://${'a/'.repeat(LONG / 2)} `,
  }
  for (const [name, { rule }] of Object.entries(TABLES)) {
    it(`is checked quickly: ${name}`, () => {
      for (const [kind, input] of Object.entries(inputs)) {
        const began = performance.now()
        rule.pattern.test(input)
        expect(performance.now() - began, kind).toBeLessThan(2_000)
      }
    })
  }
})
