/**
 * The screen of a record, derived from its definition: columns, forms and actions. The resource adds properties that
 * only a screen needs.
 */
import type { EnumLabels, Field, FieldType } from '@contract/records/field'
import { namesOf, recordCalls } from '@contract/records/calls'
import { filesOf, filteredBy, holdsList, placesOf, readingOf, refersById } from '@contract/records/kinds'
import { labelOfReveal, REVEAL_EVENT, titleOfReveal } from '@contract/records/reveals'
import {
  asksSecret,
  hasForms,
  isEdited,
  isAccessChange,
  hasSearchTexts,
  actionPreviewAsks,
  previewAsks,
  writableFields,
  type ActionDefinition,
  type Actions,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import { CLAIM_FIELDS, type QueueDefinition, type QueueField } from '@contract/records/queue'
import { referable } from '@contract/records/referable'
import { labelsOf, SLA_PILLS, type Pills } from './pills'
import { listWithPages } from './record-page'
import type {
  ActionIcon,
  CallAction,
  CheckFields,
  CellKind,
  ColumnDefinition,
  FormDefinition,
  FormField,
  FormSection,
  InputKind,
  ItemColumn,
  PreviewName,
  RecordPage,
  Resource,
  ResourceAction,
  ResourceDisabling,
  InterruptedPart,
  ResourceOperations,
  ResourcePreview,
  ResourceSavePreview,
  Row,
} from './resource'

type Kind = FieldType['kind']

/** The cell of each kind in a list, and its width in CSS pixels. A missing kind fails the type check. */
const CELLS: { readonly [K in Kind]: { cell: CellKind; width: number } } = {
  text: { cell: 'text', width: 140 },
  longText: { cell: 'longText', width: 240 },
  richText: { cell: 'richText', width: 240 },
  email: { cell: 'text', width: 190 },
  phone: { cell: 'phone', width: 150 },
  url: { cell: 'link', width: 190 },
  color: { cell: 'color', width: 120 },
  slug: { cell: 'text', width: 140 },
  flag: { cell: 'yesNo', width: 110 },
  integer: { cell: 'number', width: 110 },
  decimal: { cell: 'number', width: 120 },
  percent: { cell: 'percent', width: 110 },
  amount: { cell: 'money', width: 150 },
  coin: { cell: 'coin', width: 150 },
  cryptoAddress: { cell: 'identifier', width: 190 },
  enum: { cell: 'enum', width: 130 },
  enums: { cell: 'enums', width: 160 },
  reference: { cell: 'reference', width: 150 },
  references: { cell: 'references', width: 200 },
  time: { cell: 'time', width: 160 },
  date: { cell: 'date', width: 120 },
  duration: { cell: 'duration', width: 110 },
  person: { cell: 'creator', width: 110 },
  image: { cell: 'image', width: 72 },
  images: { cell: 'images', width: 120 },
  role: { cell: 'role', width: 130 },
  storeCode: { cell: 'text', width: 130 },
  tags: { cell: 'tags', width: 160 },
  list: { cell: 'list', width: 110 },
  // Secrets are in no row.
  newPassword: { cell: 'text', width: 0 },
  passwordAgain: { cell: 'text', width: 0 },
  secretText: { cell: 'text', width: 0 },
  files: { cell: 'files', width: 100 },
}

/** Fields shown outside of a list: those of an item, of an action's input, or of a history. */
export const fieldColumns = (fields: Fields): ItemColumn[] =>
  Object.entries(fields).map(([field, { label, type, unit, counts }]) => ({
    field,
    title: label,
    kind: CELLS[type.kind].cell,
    ...(unit !== undefined && { unit }),
    ...fullPlaces(type),
    ...(counts && { counts }),
    ...('labels' in type && { labels: type.labels }),
    ...('fields' in type && { items: fieldColumns(type.fields) }),
  }))

/** The fields of the items of a list, with the pills that the layout gives them. @param list its name */
const itemColumns = (
  list: string,
  fields: Fields,
  { pills }: { readonly pills?: Readonly<Record<string, Pills | undefined>> | undefined },
): ItemColumn[] =>
  fieldColumns(fields).map((column) => {
    const own = pills?.[`${list}.${column.field}`]
    const { type } = fields[column.field]!
    return own && 'labels' in type ? { ...column, labels: labelsOf(type.labels, own) } : column
  })

/** The fields of a preview's answer, as shown. */
const answersOf = (answers: Fields): ResourcePreview['answers'] => fieldColumns(answers)

type Of<K extends Kind> = Extract<FieldType, { kind: K }>
/** Where an input is. */
interface Placed {
  name: string
  /** Name of the list whose items have the field. */
  list: string | undefined
}
/** The input of a kind, and what only inputs of this kind have. */
interface Input<K extends Kind> {
  kind: InputKind
  own?: (type: Of<K>, placed: Placed) => Partial<FormField>
}

const places = (type: FieldType) => ({ decimals: placesOf(type)! })
const labelled = ({ labels }: { labels: EnumLabels }) => ({ labels })
const named = ({ to }: { to: string }) => ({ names: namesOf(to) })
const uploaded = (type: FieldType, { name, list }: Placed) => ({
  file: filesOf(type)!,
  ...(list !== undefined && { uploadAs: `${list}.${name}` }),
  ...('most' in type && { max: type.most }),
})

/** The input of each kind. Null: it is never typed. */
const INPUTS: { readonly [K in Kind]: Input<K> | null } = {
  text: { kind: 'text', own: ({ max }) => ({ max }) },
  longText: { kind: 'longText', own: ({ max }) => ({ max }) },
  richText: { kind: 'richText', own: uploaded },
  email: { kind: 'email' },
  phone: { kind: 'text' },
  url: { kind: 'text' },
  color: { kind: 'color' },
  slug: { kind: 'slug', own: ({ from }) => ({ from }) },
  flag: { kind: 'flag' },
  integer: { kind: 'number', own: places },
  decimal: { kind: 'number', own: places },
  percent: { kind: 'number', own: (type) => ({ ...places(type), unit: '%' }) },
  amount: { kind: 'number', own: places },
  coin: { kind: 'number', own: places },
  cryptoAddress: { kind: 'text' },
  enum: { kind: 'enum', own: labelled },
  enums: { kind: 'enums', own: labelled },
  reference: { kind: 'reference', own: named },
  references: { kind: 'references', own: named },
  time: { kind: 'time' },
  date: { kind: 'date' },
  duration: null,
  person: null,
  image: { kind: 'image', own: uploaded },
  images: { kind: 'images', own: uploaded },
  role: { kind: 'role', own: ({ of }) => ({ roleKind: of }) },
  storeCode: { kind: 'storeCode', own: named },
  tags: { kind: 'tags' },
  list: {
    kind: 'list',
    own: ({ one, fields, most }, { name }) => ({
      max: most,
      items: {
        one,
        fields: Object.entries(fields).flatMap(([each, own]) => inputOf(each, own, name)),
      },
    }),
  },
  newPassword: { kind: 'newPassword' },
  passwordAgain: { kind: 'passwordAgain' },
  secretText: { kind: 'secretText' },
  files: { kind: 'files', own: uploaded },
}

/** @param list name of the list whose items have the field */
function inputOf(name: string, field: Field, list?: string): FormField[] {
  const { label, type, hint, keeps, when, best, unique, unit, side } = field
  // A list is never null but may be empty, so its input is optional.
  const required =
    (field.required && !holdsList(type)) || when?.required === true || (type.kind === 'enums' && (type.least ?? 0) > 0)
  const input = INPUTS[type.kind] as Input<Kind> | null
  if (input === null) return []
  return [
    {
      name,
      label,
      kind: input.kind,
      reads: readingOf(type),
      ...(required && { required }),
      ...(hint !== undefined && { hint }),
      ...(when && { when }),
      ...(side && { side }),
      ...(keeps && { keeps }),
      ...(unique && { unique: true }),
      ...(field.write === 'option' && { option: true }),
      ...(best && { best }),
      ...(unit !== undefined && { unit }),
      ...input.own?.(type, { name, list }),
    },
  ]
}

/** Of a decimal whose places are all shown. */
const fullPlaces = (type: FieldType) => (type.kind === 'decimal' && type.isFull ? { places: type.places } : {})

const labelsIn = ({ type }: Field): EnumLabels => ('labels' in type ? type.labels : {})

/** Columns of the lists of all records, and of all queues. */
type ColumnOfAll = 'is_deleted' | 'createdAt' | 'updatedAt' | 'Creator' | 'store_code' | QueueField
/** Fields that the page of a record can place. */
type PagedField<F extends Fields> = (keyof F & string) | QueueField

/** Properties that only the screen needs. */
export interface Layout<F extends Fields> {
  readonly slug: string
  readonly route: string
  /** Texts of an empty list. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Columns that are shown until a person chooses others, in their order; the remaining columns follow. */
  readonly columns: readonly (keyof F | ColumnOfAll)[]
  /** Fields without a column, because another column shows the same. */
  readonly without?: readonly (keyof F | ColumnOfAll)[]
  /** Columns that are hidden first where a table has too little room; a record's creator always is. */
  readonly givesWay?: readonly (keyof F | ColumnOfAll)[]
  /** The column that a phone shows beside the name, if the first text is not what people look for. */
  readonly told?: keyof F
  /** In CSS pixels, if a kind's own width is not suitable. */
  readonly widths?: Readonly<Partial<Record<keyof F | ColumnOfAll, number>>>
  /** Fields of the forms that share a line with the next one. */
  readonly halves?: readonly (keyof F)[]
  /** The effect of disabling, in one or two sentences. */
  readonly disabling?: string
  /** Where people see what disabling would interrupt, by the field of the answer. */
  readonly interruptedIn?: Readonly<Record<string, InterruptedPart>>
  /** The action that is offered where disabling is refused: 'Move platforms to…'. */
  readonly remedy?: string
  /** Titles of columns, if the field's label is not suitable. */
  readonly titles?: Readonly<Partial<Record<keyof F | ColumnOfAll, string>>>
  /** Texts of columns without a value, for example as the creator of a user who registered. */
  readonly nothing?: Readonly<Partial<Record<keyof F | ColumnOfAll, string>>>
  /** Field with the currency of the money in a row; without it, money is in the platform's currency. */
  readonly currencyField?: keyof F & string
  /** Groups of the forms' fields with titles, in their order; fields without a group come first. */
  readonly sections?: readonly {
    readonly title: string
    readonly fields: readonly (keyof F & string)[]
    readonly none?: string
  }[]
  /** A new record can start with the values of another one. */
  readonly duplicates?: true
  /** The preview next to the forms' fields; a record with search texts has the search result by default. */
  readonly preview?: PreviewName
  /** How a record's own page is composed. Its sections add fields to those of the forms, by their titles, or follow them. */
  readonly page?: Omit<
    RecordPage,
    'picture' | 'reference' | 'figures' | 'sections' | 'states' | 'warnings' | 'pinned' | 'omits'
  > & {
    readonly picture?: 'initials' | (keyof F & string)
    readonly reference?: readonly (keyof F & string)[]
    readonly figures?: readonly PagedField<F>[]
    readonly sections?: readonly { readonly title: string; readonly fields: readonly PagedField<F>[] }[]
    readonly states?: readonly (keyof F & string)[]
    readonly omits?: readonly (keyof F & string)[]
    /** In the list it is an icon: the text is read where the record is looked at, the list only says that there is one. */
    readonly pinned?: keyof F & string
    readonly warnings?: Readonly<Partial<Record<keyof F & string, Readonly<Record<string, string>>>>>
  }
  /** Values of enums with a pill, by field; of the items of a list by `list.field`. */
  readonly pills?: Readonly<Partial<Record<keyof F | `${keyof F & string}.${string}`, Pills>>>
  /** Texts that people compare letter by letter and copy, such as hashes; addresses of coins are shown so without it. */
  readonly identifiers?: readonly (keyof F)[]
  /** Lists of checks, each with its result and a sentence. */
  readonly checks?: Readonly<Partial<Record<keyof F, CheckFields>>>
  readonly notices?: Resource<Row>['notices']
  /** Icons of the record's actions. */
  readonly icons?: Readonly<Record<string, ActionIcon>>
}

/** @returns the sections of the forms, with the fields that only the page has, then those of the page alone */
function pageSections(ofForms: readonly PageSection[], ofPage: readonly PageSection[]): FormSection[] {
  const added = new Map(ofPage.map(({ title, fields }) => [title, fields]))
  const isNew = ({ title }: PageSection) => ofForms.every((each) => each.title !== title)
  return [
    ...ofForms.map((section) => ({ ...section, fields: [...section.fields, ...(added.get(section.title) ?? [])] })),
    ...ofPage.filter(isNew),
  ] as FormSection[]
}
interface PageSection {
  readonly title: string
  readonly fields: readonly PropertyKey[]
}

/** The fields about a decision: of a record in a queue, the page has them under this title unless it places them elsewhere. */
const DECISION = { title: 'Decision', fields: ['decided_by', 'decided_at', 'waiting', 'due_at', ...CLAIM_FIELDS] }

/**
 * @param shown fields that the page has elsewhere
 * @returns the sections, with the fields about the decision that no section has
 */
function withDecision(
  { allFields }: Pick<RecordDefinition, 'allFields'>,
  sections: readonly PageSection[],
  shown: readonly string[],
): PageSection[] {
  const placed = new Set([...shown, ...sections.flatMap(({ fields }) => fields)])
  const left = DECISION.fields.filter((field) => field in allFields && !placed.has(field))
  const own = sections.find(({ title }) => title === DECISION.title)
  const section = { title: DECISION.title, fields: [...(own?.fields ?? []), ...left] }
  return own ? sections.map((each) => (each === own ? section : each)) : [...sections, section]
}

/** @returns the resource of a record's screen */
export function recordResource<
  N extends string,
  F extends Fields,
  A extends Actions,
  S extends boolean,
  Q extends QueueDefinition | undefined,
>(definition: RecordDefinition<N, F, A, S, Q>, layout: Layout<F>): Resource<Row> {
  const { slug, route, empty, columns: shown, widths, halves = [], disabling, pills, icons = {} } = layout
  const nothing = (layout.nothing ?? {}) as Readonly<Record<string, string>>
  const titles = (layout.titles ?? {}) as Readonly<Record<string, string>>
  const record: RecordDefinition = definition
  const [one, many] = record.noun
  const { actions: calls, previews, ...operations } = recordCalls(record)
  const without = (layout.without ?? []) as readonly string[]
  const order = [...(shown as readonly string[]), ...Object.keys(record.allFields)].filter(
    (name) => !without.includes(name),
  )
  const givesWay = (layout.givesWay ?? []) as readonly string[]
  const width = (widths ?? {}) as Readonly<Record<string, number>>

  const columns = [...new Set(order)].map((name): ColumnDefinition<Row> => {
    const field = record.allFields[name]!
    const isSwitch = name === 'is_deleted'
    const cell: CellKind = isSwitch
      ? 'switch'
      : layout.page?.pinned === name
        ? 'note'
        : layout.identifiers?.includes(name)
          ? 'identifier'
          : 'holds' in field.type
            ? field.type.holds!
            : record.namedBy[0] === name && CELLS[field.type.kind].cell === 'text'
              ? 'name'
              : CELLS[field.type.kind].cell
    const by = filteredBy(field.type)
    return {
      field: name as keyof Row,
      title: titles[name] ?? (isSwitch ? 'Status' : field.label),
      ...(titles[name] !== undefined && titles[name] !== field.label && { fullTitle: field.label }),
      kind: cell,
      width: width[name] ?? (isSwitch ? 140 : CELLS[field.type.kind].width),
      ...((shown as readonly string[]).includes(name) && { shown: true }),
      ...(field.explainedBy !== undefined && {
        explainedBy: { field: field.explainedBy, labels: labelsIn(record.allFields[field.explainedBy]!) },
      }),
      ...(record.namedBy.includes(name) && { names: true }),
      ...((cell === 'creator' || givesWay.includes(name)) && { givesWay: true }),
      ...(layout.told === name && { told: true }),
      ...(record.uniqueTogether?.slice(1).includes(name) && { distinguishes: true }),
      ...(nothing[name] !== undefined && { nothing: nothing[name] }),
      ...(field.search && { search: true }),
      ...(by === 'range' && { filter: 'range' }),
      ...(by === 'values' && {
        filter: isSwitch || field.filter ? 'values' : 'contains',
      }),
      ...(cell === 'money' && layout.currencyField && { currencyField: layout.currencyField }),
      ...(field.type.kind === 'coin' && { currencyField: field.type.symbol }),
      ...(field.unit !== undefined && { unit: field.unit }),
      ...fullPlaces(field.type),
      ...(field.counts && { counts: field.counts }),
      ...('fields' in field.type && { items: itemColumns(name, field.type.fields, layout) }),
      ...(layout.checks?.[name] && { checks: layout.checks[name] }),
      ...(refersById(field.type) && { leadsTo: referable(field.type.to).subject }),
      ...('labels' in field.type && {
        labels: labelsOf(
          field.type.labels,
          { sla_state: SLA_PILLS, ...(pills as Readonly<Record<string, Pills>> | undefined) }[name],
        ),
      }),
    }
  })

  const fieldsOf = (at: 'create' | 'update') =>
    writableFields(record, at).flatMap(([name, field]) =>
      inputOf(name, field).map((input) => (halves.includes(name) ? { ...input, half: true } : input)),
    )
  const { preview: asked } = record
  const preview =
    layout.preview ??
    (asked?.of === 'save' ? ('save' as const) : hasSearchTexts(record) ? ('searchResult' as const) : undefined)
  const inputsOf = (fields: Fields) => Object.entries(fields).flatMap(([name, field]) => inputOf(name, field))
  const form = (
    key: 'create' | 'duplicate' | 'edit',
    title: string,
    verb: string,
    success: string,
  ): FormDefinition => ({
    name: `${slug}.${key}`,
    title,
    verb,
    success,
    fields: fieldsOf(key === 'edit' ? 'update' : 'create'),
    ...(layout.sections && { sections: layout.sections }),
    ...(preview && { preview }),
  })
  /** The subject of an action's right, the state that it needs, and the fields of the row by which its inputs are asked. */
  const right = ({ subject, from, asks = {} }: Pick<ActionDefinition, 'subject' | 'from' | 'asks'>) => {
    const decides = Object.values(asks).flatMap(({ when }) => (when && !(when.field in asks) ? [when.field] : []))
    const reads = [...new Set([...(from ? [from.field] : []), ...decides])] as (keyof Row)[]
    return {
      ...(subject && { subject }),
      ...(reads.length > 0 && { reads }),
      ...(from && {
        // The action is also offered to people who may not read the field, because the server checks the state.
        visibleWhen: (row: Row) => {
          const value = (row as unknown as Readonly<Record<string, unknown>>)[from.field]
          return value === undefined || from.values.includes(value as string | boolean)
        },
      }),
    }
  }
  const actionOf = ([key, action]: [string, ActionDefinition]): ResourceAction<Row> => {
    const common = { key, label: action.label, needs: action.needs, ...right(action) }
    if (asksSecret(action)) return { kind: 'form', icon: icons[key] ?? 'key', ...common }
    return {
      kind: 'call',
      icon: icons[key] ?? 'power',
      ...common,
      question: action.question ?? action.label,
      effect: action.effect ?? '',
      asks: inputsOf(action.asks ?? {}),
      verb: action.label.replace(/…$/, ''),
      cancel: 'Cancel',
      success: action.success,
      gerund: action.gerund,
      participle: action.participle,
      operation: calls[key] as never,
      ...(record.queue?.claim.is === 'needed' && { underClaim: true as const }),
      ...(action.stepUp && { stepUp: action.stepUp }),
      ...(action.preview && {
        preview: {
          label: action.preview.label,
          asks: inputsOf(actionPreviewAsks(action)),
          answers: answersOf(action.preview.answers),
          ...(isAccessChange(action.preview) && { shownAs: 'access' }),
          ...(action.preview.of === 'money' && { shownAs: 'money' }),
          ...(action.preview.button && { button: action.preview.button }),
          operation: previews[key]!,
        },
      }),
      ...(action.tone && { tone: action.tone }),
    }
  }
  const { reveals } = record
  const revealing: ResourceAction<Row>[] = reveals
    ? [
        {
          kind: 'reveal',
          key: REVEAL_EVENT,
          label: labelOfReveal(reveals),
          icon: 'eye',
          needs: reveals.needs,
          ...right(reveals),
          secret: reveals.label,
          titleOf: (name) => titleOfReveal(reveals, name),
          operation: operations.reveal!,
        },
      ]
    : []
  /** The forms of actions that ask for a secret. */
  const actionForms = Object.fromEntries(
    Object.entries(record.actions).flatMap(([key, action]): [string, FormDefinition][] =>
      asksSecret(action)
        ? [
            [
              key,
              {
                name: `${slug}.${key}`,
                title: action.question ?? action.label,
                verb: action.label.replace(/…$/, ''),
                success: action.success,
                fields: inputsOf(action.asks ?? {}),
                performs: calls[key] as NonNullable<FormDefinition['performs']>,
              },
            ],
          ]
        : [],
    ),
  )
  const interrupts = asked?.of === 'disabling' ? asked : null
  const actions = Object.entries(record.actions)
    .filter(([key]) => key !== interrupts?.through)
    .map(actionOf)

  return {
    slug,
    route,
    record,
    subject: record.subject,
    noun: { one, many },
    empty,
    columns,
    rowRoute: `${listWithPages(record)?.route ?? route}/:id`,
    nameFields: record.namedBy as readonly string[] as readonly (keyof Row)[],
    ...(record.switch && {
      switch: {
        effect: disabling ?? `The ${one} can no longer be chosen. You can enable it again.`,
        ...(layout.remedy && { remedy: layout.remedy }),
        ...(interrupts && {
          interrupts: {
            label: interrupts.label,
            answers: answersOf(interrupts.answers),
            operation: operations.previewOf as unknown as ResourceDisabling<Row>['operation'],
            ...(operations.previewMany && { ofMany: operations.previewMany }),
            nothing: interrupts.nothing,
            ...(interrupts.through !== undefined && {
              through: actionOf([interrupts.through, record.actions[interrupts.through]!]) as CallAction<Row>,
            }),
            seenIn: layout.interruptedIn ?? {},
          },
        }),
      },
    }),
    actions: [
      ...(isEdited(record)
        ? [
            {
              kind: 'form' as const,
              key: 'edit' as const,
              label: 'Edit',
              icon: 'edit' as const,
              needs: 'update' as const,
            },
          ]
        : []),
      ...actions,
      ...revealing,
      ...(layout.duplicates
        ? [
            {
              kind: 'form' as const,
              key: 'duplicate' as const,
              label: 'Duplicate…',
              icon: 'copy' as const,
              needs: 'create' as const,
            },
          ]
        : []),
    ],
    forms: {
      ...actionForms,
      ...(hasForms(record) && {
        create: form('create', `Add ${one}`, `Add ${one}`, 'Successfully Added'),
        ...(isEdited(record) && { edit: form('edit', `Edit ${one}`, 'Save changes', 'Successfully Updated') }),
        ...(layout.duplicates && {
          duplicate: form('duplicate', `Duplicate ${one}`, `Add ${one}`, 'Successfully Added'),
        }),
      }),
    },
    operations: operations as unknown as ResourceOperations<Row>,
    ...(asked?.of === 'question' && {
      preview: {
        label: asked.label,
        needs: asked.needs,
        asks: inputsOf(asked.asks),
        answers: answersOf(asked.answers),
        operation: operations.preview as unknown as ResourcePreview['operation'],
      },
    }),
    ...(asked?.of === 'save' && {
      savePreview: {
        label: asked.label,
        asks: inputsOf(previewAsks(record)),
        answers: answersOf(asked.answers),
        create: operations.preview as unknown as ResourceSavePreview['create'],
        edit: operations.previewOf as unknown as ResourceSavePreview['edit'],
      },
    }),
    ...(layout.currencyField && { currencyField: layout.currencyField }),
    ...(layout.notices && { notices: layout.notices }),
    page: {
      ...(layout.page as unknown as RecordPage | undefined),
      ...(record.queue?.within && {
        states: [...(layout.page?.states ?? []), 'sla_state'] as unknown as RecordPage['states'],
      }),
      sections: pageSections(
        layout.sections ?? [],
        record.queue
          ? withDecision(record, layout.page?.sections ?? [], layout.page?.figures ?? [])
          : (layout.page?.sections ?? []),
      ),
    },
    ...(record.ordered && { ordered: true }),
  }
}
