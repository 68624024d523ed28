/**
 * Values and bodies for records, generated from their definitions: two valid values and invalid ones for each kind. A missing
 * kind fails the type check.
 */
import { sentFields } from '@contract/records/app-calls'
import type { VerbCall } from '@contract/records/calls'
import type { Field, FieldType } from '@contract/records/field'
import { actionPreviewAsks, appUploadRulesOf, uploadRulesOf, type RecordDefinition } from '@contract/records/record'

type Kind = FieldType['kind']
type Of<K extends Kind> = Extract<FieldType, { kind: K }>
export type Values = Readonly<Record<string, unknown>>

/** Input for generated values. */
export interface Making {
  /** 0 or 1: selects one of two different valid values. */
  which: 0 | 1
  /** Letters that nothing else uses. */
  unique: string
  /** Ids of enabled records, by record name, that a body may refer to. */
  ids: (record: string) => readonly string[]
  /** Roles that the person may assign, and whose accounts the other people of the cases may change. */
  roles: (of: 'STAFF' | 'USER') => readonly string[]
  /** Codes of partners' stores that the person may use. */
  stores: () => readonly string[]
  /** The known values of the record that the value is written to, which limit the values of some kinds. */
  beside?: Values
  /** Ids of unattached uploads for a field of the record: one for an image, two for a list. */
  files?: (field: string) => readonly string[]
}

interface Example<K extends Kind> {
  /** A valid value; undefined where there is none, such as for a reference to a record without rows. */
  valid: (type: Of<K>, making: Making, field: string) => unknown
  /** Values of the right type that are refused with 422. */
  invalid: (type: Of<K>) => readonly unknown[]
}

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Texts for any rule, the most demanding first: other alphabets, then simple words, then what codes accept. */
const textsOf = ({ which, unique }: Making): string[] => {
  const word = which === 0 ? 'Ärger' : 'Ωmega'
  return [
    `${word} Crème ${unique}`,
    `${['Gamma', 'Delta'][which]} ${unique}`,
    unique,
    `https://${unique}.example`,
    `/${unique}`,
    unique.toUpperCase(),
    `${unique}${unique}${unique}`,
    Array.from(unique, (letter) => letter.charCodeAt(0) % 10).join(''),
  ]
}
/** Texts that no rule, or only some rules accept. */
const odd = ['  two spaces  lead', '§ ‰ \u0007', 'x', '', '\n\n']

const textExample: Example<'text'> & Example<'longText'> = {
  valid: ({ rule, max }, making) => {
    // The texts differ in the last of the unique letters.
    const fitting = textsOf(making).flatMap((text) => [text, text.slice(-max), text.slice(0, max)])
    const found = fitting.find((text) => text.length <= max && rule.pattern.test(text))
    if (found === undefined) throw new Error(`No example matches ${String(rule.pattern)}: add one to textsOf`)
    return found
  },
  invalid: ({ rule, max }) => [
    'x'.repeat(max + 1),
    ...odd.filter((text) => text !== '' && !rule.pattern.test(text)).slice(0, 1),
  ],
}
/** Two numbers within a range, the second one larger. */
const within = (min: number, max: number, which: 0 | 1) =>
  which === 0 ? Math.min(max, Math.max(min, 1)) : Math.min(max, Math.max(min, 1) + 3)
const decimals = { invalid: ['-1', 'many', '1,5', '00.5'] }

/** Two files, or only the second one. */
const filesOf = (_type: unknown, { files, which }: Making, field: string) => files?.(field).slice(which)
/** Lists whose items depend on each other, by the name of the field. */
const DEPENDENT_ITEMS: Readonly<Record<string, (which: 0 | 1) => readonly Values[]>> = {
  // The odds of a wheel; what it gives stays below any budget.
  segments: (which) =>
    ['10.00', '2.00'].map((value, index) => ({
      label: `Part ${index} ${which}`,
      reward_type: index === 0 ? 'CREDIT' : 'CASH',
      value: index === 0 && which === 1 ? '3.00' : value,
      weight: 1 + which,
      color: '#2F6FDE',
      daily_cap: index === 0 ? 500 + which : null,
    })),
}
const invalidFiles = ({ most }: { most: number }) => [
  [NOBODY],
  ['nothing'],
  [NOBODY, NOBODY],
  Array.from({ length: most + 1 }, (_none, index) => `${NOBODY.slice(0, -3)}${String(index).padStart(3, '0')}`),
]

const EVM_ADDRESSES = {
  valid: ['0xdac17f958d2ee523a2206206994597c13d831ec7', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  // One digit short; the letter case of another address.
  invalid: ['0xdac17f958d2ee523a2206206994597c13d831ec', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
}
/** Addresses of each network, and some that look similar. Those of one network are invalid for a network of another form. */
export const CRYPTO_ADDRESSES: Readonly<Record<string, Readonly<Record<'valid' | 'invalid', readonly string[]>>>> = {
  ETHEREUM: EVM_ADDRESSES,
  BSC: EVM_ADDRESSES,
  POLYGON: EVM_ADDRESSES,
  TRON: {
    valid: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
    invalid: ['R7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6l'],
  },
  SOLANA: {
    valid: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'So11111111111111111111111111111111111111112'],
    invalid: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1O', 'jFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  },
}

type Part = Readonly<Record<string, unknown>>
const doc = (...content: Part[]) => ({ type: 'doc', content })
const line = (...content: Part[]) => ({ type: 'paragraph', content })
const words = (text: string, ...marks: Part[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
const listed = (...content: Part[]) => ({ type: 'bulletList', content: [{ type: 'listItem', content }] })
const picture = (file: unknown) => ({ type: 'image', attrs: { file, alt: 'Coupon · クーポン' } })
const heading = (level: unknown, ...content: Part[]) => ({ type: 'heading', attrs: { level }, content })

/** A document with each kind of node and mark. */
function richExample(_type: unknown, making: Making, field: string) {
  const [first, second] = textsOf(making)
  return doc(
    heading(2 + making.which, words(first!)),
    line(words('half a '), words(`${second}`, { type: 'bold' }), words('word'), { type: 'hardBreak' }, words('Ωmega')),
    line(
      words('https', link('https://help.example/a?b=c#d')),
      words(' mailto', link('mailto:help@records.example'), { type: 'italic' }),
      words(' own', link('/help/bonus-terms')),
    ),
    listed(line(words('Ærlig')), { type: 'orderedList', content: [{ type: 'listItem', content: [line()] }] }),
    { type: 'blockquote', content: [line(words('ผู้เล่นทุกคน'))] },
    ...(making.files?.(field) ?? []).slice(making.which).map(picture),
  )
}
/** Documents with something that the schema does not know, or that leads to where no link may lead. */
const WRONG_TEXTS: readonly unknown[] = [
  {},
  { type: 'doc' },
  { type: 'page', content: [line(words('x'))] },
  doc(),
  doc(line()),
  doc(words('outside of a paragraph')),
  doc({ type: 'script', content: [words('alert(1)')] }),
  doc({ type: 'table', content: [] }),
  doc({ ...line(words('x')), attrs: { style: 'color: red' } }),
  doc({ ...line(words('x')), attrs: { class: 'x' } }),
  doc(line(words(''))),
  doc(line({ type: 'text', text: 7 })),
  doc(line(words('bell \u0007'))),
  doc(line(words('half \ud800'))),
  doc(line(words('x', { type: 'underline' }))),
  doc(line(words('x', { type: 'bold' }, { type: 'bold' }))),
  doc(line(words('x', { type: 'bold', attrs: {} }))),
  ...[
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'help',
    '',
    null,
    'https://',
    `https://long.example/${'x'.repeat(2000)}`,
  ].map((href) => doc(line(words('x', link(href))))),
  doc(line(words('x', { type: 'link', attrs: { href: '/help', onclick: 'x' } }))),
  doc(heading(1, words('x'))),
  doc(heading('2', words('x'))),
  doc({ type: 'bulletList', content: [] }),
  doc({ type: 'bulletList', content: [line(words('x'))] }),
  doc(listed(listed(line(words('x'))))),
  doc(
    listed(
      line(words('1')),
      listed(line(words('2')), listed(line(words('3')), listed(line(words('4')), listed(line(words('5')))))),
    ),
  ),
  doc({ type: 'blockquote', content: [heading(2, words('x'))] }),
  doc(line(words('x')), picture(NOBODY)),
  doc(picture('https://elsewhere.example/x.png')),
  doc(picture('data:image/png;base64,AAAA')),
  doc({ type: 'image', attrs: { file: NOBODY, alt: 'x', src: 'x' } }),
  doc(line(words('x'.repeat(3001)))),
  doc(...Array.from({ length: 101 }, () => line(words('x')))),
]

const EXAMPLES: { readonly [K in Kind]: Example<K> } = {
  text: textExample,
  longText: textExample,
  richText: { valid: richExample, invalid: () => WRONG_TEXTS },
  email: {
    valid: (_type, { unique, which }) => `${unique}.${which}@records.example`,
    invalid: () => ['nobody', 'a@b', 'two@at@signs.example'],
  },
  url: {
    valid: (_type, { unique, which }) => `https://${unique}.example/${which}`,
    invalid: () => ['ftp://files.example', 'nowhere'],
  },
  phone: {
    valid: (_type, { unique, which }) =>
      `+1${Array.from(unique.slice(-9), (letter) => letter.charCodeAt(0) % 10).join('')}${which}`,
    invalid: () => ['call me', '1'.repeat(21)],
  },
  slug: {
    valid: (_type, { unique, which }) => `${['north', 'south'][which]}-${unique}`,
    invalid: () => ['Not A Slug', 'double--hyphen', '-lead', 'x'.repeat(81)],
  },
  color: {
    valid: (_type, { which }) => ['#2F6FDE', '#0a7d4b'][which],
    invalid: () => ['blue', '#12345', '#1234567', '12345g'],
  },
  flag: { valid: (_type, { which }) => which === 0, invalid: () => [] },
  integer: {
    valid: ({ min, max }, { which }) => within(min, max, which),
    invalid: ({ min, max }) => [min - 1, max + 1, min + 0.5],
  },
  decimal: {
    valid: ({ places, min, max }, { which }) => `${within(min, max, which)}${places > 0 && max > 2 ? '.5' : ''}`,
    invalid: ({ places, max }) => [...decimals.invalid, `1.${'1'.repeat(places + 1)}`, String(max + 1)],
  },
  percent: {
    valid: (_type, { which }) => ['12.5', '40'][which],
    invalid: () => [...decimals.invalid, '100.01', '1.234'],
  },
  amount: {
    valid: (_type, { which }) => ['10', '25.50'][which],
    invalid: ({ zero }) => [...decimals.invalid, '1.234', '12345678901', ...(zero ? [] : ['0', '0.00'])],
  },
  coin: {
    valid: (_type, { which }) => ['1', '4'][which],
    invalid: () => [...decimals.invalid, `1.${'1'.repeat(19)}`],
  },
  cryptoAddress: {
    valid: ({ network }, { beside = {}, which }) => CRYPTO_ADDRESSES[String(beside[network] as string)]?.valid[which],
    invalid: () => ['x'.repeat(65), 'no address', '0x'],
  },
  enum: {
    valid: ({ labels }, { which }) => Object.keys(labels).at(which === 0 ? 0 : -1),
    invalid: () => ['NONE_OF_THEM', '__proto__'],
  },
  enums: {
    valid: ({ labels }, { which }) => Object.keys(labels).slice(which, which + 2),
    invalid: ({ labels }) => [['NONE_OF_THEM'], [Object.keys(labels)[0], Object.keys(labels)[0]]],
  },
  reference: {
    valid: ({ to }, { ids, which }) => ids(to).at(which === 0 ? 0 : -1),
    invalid: () => [NOBODY, 'nobody'],
  },
  references: {
    valid: ({ to }, { ids, which }) => (ids(to).length > 0 ? [ids(to).at(which === 0 ? 0 : -1)] : undefined),
    invalid: () => [[NOBODY], ['nobody'], [NOBODY, NOBODY]],
  },
  time: {
    // In the future, so that a period that ends then has not ended.
    valid: (_type, { which }) => ['2036-03-01T09:00:00.000Z', '2036-09-01T21:30:00.000Z'][which],
    invalid: () => ['tomorrow', '2026-03-01', '2026-02-31T09:00:00Z', '2026-13-01T09:00:00Z'],
  },
  date: {
    valid: (_type, { which }) => ['1990-02-28', '2004-02-29'][which],
    invalid: () => ['yesterday', '2026-02-31', '28.02.1990', '2026-03-01T09:00:00.000Z'],
  },
  duration: { valid: () => undefined, invalid: () => [] },
  // Written only by the platform.
  person: { valid: () => undefined, invalid: () => [] },
  image: { valid: (_type, { files }, field) => files?.(field).at(0), invalid: () => [NOBODY, 'nothing'] },
  images: { valid: filesOf, invalid: invalidFiles },
  files: { valid: filesOf, invalid: invalidFiles },
  role: {
    valid: ({ of }, { roles, which }) => roles(of).at(which === 0 ? 0 : -1),
    invalid: () => ['no role', 'NOBODY_HAS_THIS_ROLE'],
  },
  storeCode: {
    valid: (_type, { stores, which }) => stores().at(which === 0 ? 0 : -1),
    invalid: () => ['no store', 'NOSUCHSTORE'],
  },
  tags: {
    valid: (_type, { unique, which }) => [`${['late', 'night'][which]} ${unique.slice(-8)}`],
    invalid: () => [
      ['x'.repeat(21)],
      ['two  spaces'],
      ['twice', 'twice'],
      Array.from({ length: 21 }, (_none, index) => `tag ${index}`),
    ],
  },
  list: {
    valid: ({ fields, least }, making, list) =>
      DEPENDENT_ITEMS[list]?.(making.which) ??
      Array.from({ length: Math.max(least, making.which + 1) }, (_none, index) =>
        // Each item has its own files.
        itemOf(fields, { ...making, files: (name) => (making.files?.(`${list}.${name}`) ?? []).slice(index) }, index),
      ),
    invalid: ({ fields, most }) => {
      const item = itemOf(fields, { ...NO_WORLD, which: 0, unique: 'abcdefgh' }, 0)
      return [
        Array.from({ length: most + 1 }, () => item),
        ...Object.entries(fields).flatMap(([name, field]) => [
          ...(field.required
            ? [
                [item, { ...item, [name]: null }],
                [Object.fromEntries(Object.entries(item).filter(([each]) => each !== name))],
              ]
            : []),
          ...invalidValues(field).map((value) => [{ ...item, [name]: value }]),
        ]),
      ]
    },
  },
  newPassword: {
    valid: () => PASSWORD,
    invalid: () => ['Short#1', 'nocapitals#2026', 'NODIGITS#here', `Much#too#long#${'1'.repeat(10)}`],
  },
  passwordAgain: { valid: () => PASSWORD, invalid: () => ['Another#2026'] },
  secretText: {
    valid: (_type, { unique, which }) => `Κλειδί ${unique} ${which}`,
    invalid: () => ['x'.repeat(65), 'tab\tinside', 'line\nbreak'],
  },
}

/** An item of a list: each has its own letters, and neighbours have different values, so that their order can be seen. */
function itemOf(fields: Readonly<Record<string, Field>>, making: Making, index: number): Values {
  const own: Making = {
    ...making,
    which: index % 2 === 0 ? making.which : making.which === 0 ? 1 : 0,
    unique: `${making.unique}${'abcdefgh'[index % 8]!}`,
  }
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, validValue(name, field, own) ?? null]))
}
/** There is nothing that a value can refer to. */
export const NO_WORLD = { ids: () => [], roles: () => [], stores: () => [] }

/** @param path `list.field` @returns items of a list, each with one of these values in that field */
export const itemsWith = (record: RecordDefinition, path: string, values: readonly unknown[]): Values[] => {
  const [list = '', name = ''] = path.split('.')
  const { fields } = record.fields[list]!.type as Of<'list'>
  return values.map((value, index) => ({
    ...itemOf(fields, { ...NO_WORLD, which: 0, unique: 'mnopqrst' }, index),
    [name]: value,
  }))
}
/** @param path the name of a field, or `list.field` */
export const fieldAt = ({ fields }: Pick<RecordDefinition, 'fields'>, path: string): Field => {
  const [own = '', of] = path.split('.')
  return of === undefined ? fields[own]! : (fields[own]!.type as Of<'list'>).fields[of]!
}

/** The password of everybody whom the suite adds. */
export const PASSWORD = 'Contract#2026'

const exampleOf = ({ kind }: FieldType) => EXAMPLES[kind] as Example<Kind>

/** An amount of nine digits that no other example has. */
const uniqueAmount = ({ unique, which }: Making) =>
  `${1 + which}${Array.from(unique).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000_000, 7)}`
/** @returns a valid value of a field, in the form of a body */
export const validValue = (name: string, { type, unique }: Field, making: Making): unknown =>
  unique && type.kind === 'amount' ? uniqueAmount(making) : exampleOf(type).valid(type, making, name)
/** @returns values that a write refuses with 422 at the field */
export const invalidValues = ({ type }: Field): readonly unknown[] => exampleOf(type).invalid(type)

/**
 * A body with a valid value for each of these fields that has one.
 * @param record whose ranges must be satisfied
 */
export function validBody(
  fields: readonly (readonly [string, Field])[],
  { ranges = [] }: Pick<RecordDefinition, 'ranges'>,
  making: Making,
): Values {
  const tops = new Set<string>(ranges.map(([, high]) => high))
  const bottoms = new Set<string>(ranges.map(([low]) => low))
  const values: Record<string, unknown> = {}
  for (const [index, [name, field]] of fields.entries()) {
    // The lower end of a range is small and the upper one large, in both bodies.
    const which = tops.has(name) ? 1 : bottoms.has(name) ? 0 : making.which
    // Separate letters, so that a search distinguishes the fields.
    const unique = `${making.unique}${'klmnopqrstuvwxyz'[index % 16]!}`
    const value = validValue(name, field, { ...making, which, unique, beside: { ...making.beside, ...values } })
    if (value !== undefined) values[name] = value
  }
  // A dependent field is left out where it does not apply.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const when = fields.find(([each]) => each === name)![1].when
      return !when || !(when.field in values) || when.values.includes(String(values[when.field] as string | boolean))
    }),
  )
}

const written = (record: RecordDefinition, at: 'create' | 'update') =>
  Object.entries(record.fields).filter(
    ([, { write }]) =>
      write === 'always' || (at === 'create' ? write === 'create' || write === 'secret' : write === 'option'),
  )
/** The fields of a preview's body. */
export const askedFields = ({ fields, preview }: RecordDefinition): [string, Field][] =>
  preview?.of === 'save'
    ? preview.from.map((name): [string, Field] => [name, fields[name]!])
    : Object.entries(preview?.of === 'question' ? preview.asks : {})

/** The body of a create call. @param only which fields: all, or only the required ones */
export const createBody = (record: RecordDefinition, making: Making, only: 'all' | 'required' = 'all'): Values =>
  validBody(
    written(record, 'create').filter(([, { required, when }]) => only === 'all' || required || when?.required),
    record,
    making,
  )

/** An input for a record's call, built from the definition alone: referenced records do not exist. */
export function inputOf(
  record: RecordDefinition,
  call: VerbCall,
  { id, unique }: { id: string; unique: string },
): {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  file?: Uint8Array<ArrayBuffer>
} {
  const sent = call.verb === 'appCall' ? { fields: record.appCalls![call.action]!.asks } : record
  const making: Making = {
    which: 0,
    unique,
    ids: () => [NOBODY],
    roles: (of) => (of === 'STAFF' ? ['SUPPORT_AGENT'] : ['PLAYER']),
    // Optional stores are left out, because these bodies are also sent to be accepted.
    stores: () =>
      Object.values(record.fields).some(({ type, required }) => type.kind === 'storeCode' && required)
        ? ['NOSUCHSTORE']
        : [],
    // Likewise files: an id of an unknown upload is used for a required image, and for required files.
    files: (field) => {
      const { type, required } = fieldAt(sent, field)
      const isNeeded = type.kind === 'files' ? (type.least ?? 0) > 0 : type.kind === 'image' && required
      return isNeeded ? [NOBODY] : []
    },
  }
  const params = { id }
  switch (call.verb) {
    case 'list':
      return { query: record.reads === 'paged' ? { itemNo: 10 } : { page: 1, itemNo: 10 } }
    case 'names':
    case 'totals':
      return { query: { search: 'a' } }
    case 'tabs':
      return {}
    case 'appList':
      return { query: { page: 1, itemNo: 10 } }
    case 'get':
    case 'appGet':
    case 'history':
    case 'versions':
      return { params }
    case 'create':
      return { body: { ...createBody(record, making) } }
    case 'update': {
      const fields = written(record, 'update')
      // A field with a value that is always accepted; without a form the record has only the switch.
      const simple = fields.find(([, { type }]) => type.kind === 'text' || type.kind === 'longText') ?? fields[0]
      return { params, body: simple ? { ...validBody([simple], {}, making) } : { is_deleted: true } }
    }
    case 'enableDisable':
      return { params, body: { is_deleted: true } }
    case 'upload':
      return { query: { field: Object.keys(uploadRulesOf(record))[0]! } }
    case 'appUpload':
      return { query: { field: Object.keys(appUploadRulesOf(record))[0]! } }
    case 'appCall':
      return {
        ...(record.appCalls![call.action]!.of && { params }),
        body: { ...validBody(Object.entries(sentFields(record.appCalls![call.action]!)), {}, making) },
      }
    case 'file':
      return { params: { id, file: id } }
    case 'order':
      return { body: { ids: [id] } }
    case 'bulk':
      return {
        body: {
          ids: [id],
          dry_run: true,
          values:
            call.action === 'enableDisable'
              ? { is_deleted: true }
              : { ...validBody(Object.entries(record.actions[call.action]?.asks ?? {}), {}, making) },
        },
      }
    case 'preview':
      return { body: { ...validBody(askedFields(record), {}, making) } }
    case 'previewOf':
      return { params, body: { ...validBody(askedFields(record), {}, making) } }
    case 'previewMany':
      return { body: { ids: [id] } }
    case 'previewAction':
      return {
        params,
        body: { ...validBody(Object.entries(actionPreviewAsks(record.actions[call.action]!)), {}, making) },
      }
    case 'import':
      return { query: { dry_run: 'true' }, file: new TextEncoder().encode(`${record.imports!.key}\n`) }
    case 'claim':
    case 'release':
      return { params, body: {} }
    case 'reveal':
      return { params, body: { reason: 'The contract suite asks' } }
    case 'action':
      return { params, body: { ...validBody(Object.entries(record.actions[call.action]!.asks ?? {}), {}, making) } }
  }
}
