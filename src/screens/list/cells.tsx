/**
 * How each kind of value is displayed in a list: its component if text is not enough, how the table sorts it, and its
 * place on a phone.
 */
import type { ReactNode } from 'react'
import { StickyNote } from 'lucide-react'
import type { Span } from '@contract/records/field'
import { accountLabel } from '@contract/labels'
import type { Column, PhonePlace } from '@design-system/patterns/Table/types'
import { ColorSwatch } from '@design-system/primitives/ColorSwatch/ColorSwatch'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Tag } from '@design-system/primitives/Tag/Tag'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { imageUrl } from '@console/image-url'
import { cellText, labelOf } from '@features/shared/cell-text'
import { Elapsed } from '../Elapsed'
import { formatCount, withUnit } from '@features/shared/format'
import { LabelPill } from '@features/shared/label/LabelPill'
import { Money } from '@features/shared/Money'
import { roleWords } from '@features/shared/role-label'
import type { CellKind, ColumnDefinition, ItemColumn, Row } from '@resources/resource'
import { currencyOf, textOf, valuesOfRow } from '@resources/row-values'
import { Explained, Images, Note } from './list.styles'
import { SiteLink } from './SiteLink'

/** What describes a value: its column, or the field of an item. */
type Described = ItemColumn & Pick<ColumnDefinition<Row>, 'nothing' | 'currencyField'>

/** The display of one kind. */
interface CellLook {
  /** The table's kind of column, which determines its sorting and alignment. */
  readonly table: Column<Row>['kind']
  /**
   * Place on a phone, unless the list sets another. There is room for one text, the first: if truncated, it would not
   * distinguish two people.
   */
  readonly phone: PhonePlace
  /** A component if text is not enough; null otherwise. */
  readonly rich: ((value: unknown, column: Described, row: object) => ReactNode) | null
  /** The number that a column is sorted by; null if it is sorted by its text. */
  readonly number: ((value: unknown) => number | string | null) | null
  /** The table itself frames the text, which makes the update of a row cheaper than with a Tag in React. */
  readonly framed?: true
  /** `rich` draws the same picture for every text. */
  readonly iconOnly?: true
  /** It has no text to sort by. */
  readonly picture?: true
}

/** Number of images that are shown; the others are counted. */
const IMAGES_SHOWN = 2
const FLAGS = {
  on: { word: 'On', tone: 'success', icon: 'circle-check' },
  off: { word: 'Off', tone: 'neutral', icon: 'circle-dashed' },
} as const

const asNumber = (value: unknown) => value as string | number | null
const howMany = (value: unknown) => (value as readonly unknown[] | undefined)?.length || null
/** The duration so far. */
const secondsOf = (value: unknown): number | null => {
  const { from, until } = (value ?? {}) as Partial<Span>
  return from ? ((until ? Date.parse(until) : Date.now()) - Date.parse(from)) / 1000 : null
}

const plain = { table: 'text', phone: 'hidden', rich: null, number: null } as const
const number = { ...plain, table: 'number', number: asNumber } as const

/** Why a value is not higher, in words; '' where nothing is to be said. */
function explanationOf({ explainedBy }: ColumnDefinition<Row>, row: Row): string {
  const values = explainedBy && valuesOfRow(row)[explainedBy.field]
  return Array.isArray(values) ? (values as string[]).map((each) => explainedBy!.labels[each] ?? each).join(', ') : ''
}

/** An amount that is a number of something, in words; null where it is money. */
function countOf(amount: string, { counts }: Described, row: object): string | null {
  const units = counts?.units[textOf((row as Readonly<Record<string, unknown>>)[counts.by])]
  return units ? withUnit(formatCount(Number(amount)), units) : null
}

/** One entry for each kind; a missing one fails the type check. */
export const CELL_LOOKS: { readonly [K in CellKind]: CellLook } = {
  text: plain,
  longText: plain,
  richText: plain,
  note: {
    ...plain,
    iconOnly: true,
    rich: (value) =>
      value ? (
        <Note>
          <Icon icon={StickyNote} />
        </Note>
      ) : null,
  },
  name: { ...plain, phone: 'title' },
  role: { ...plain, framed: true, rich: (value) => <Tag>{roleWords(textOf(value))}</Tag> },
  creator: plain,
  switch: {
    ...plain,
    table: 'boolean',
    phone: 'status',
    rich: (value) => <LabelPill label={accountLabel(value === true)} size="list" />,
  },
  money: {
    table: 'money',
    phone: 'end',
    number: asNumber,
    rich: (value, column, row) =>
      typeof value === 'string'
        ? (countOf(value, column, row) ?? <Money amount={value} currency={currencyOf(column, row)} />)
        : null,
  },
  coin: {
    ...number,
    rich: (value, column, row) =>
      typeof value === 'string' ? <Money amount={value} currency={currencyOf(column, row)} /> : null,
  },
  number,
  percent: number,
  time: { ...plain, table: 'date' },
  date: { ...plain, table: 'date' },
  duration: {
    ...number,
    number: secondsOf,
    rich: (value) => (value ? <Elapsed span={value as Span} /> : null),
  },
  enum: {
    ...plain,
    rich: (value, column) => {
      const label = labelOf(column, value)
      return label ? <LabelPill label={label} size="list" /> : cellText(column, value)
    },
  },
  enums: plain,
  yesNo: {
    ...plain,
    table: 'boolean',
    rich: (value) =>
      value === undefined ? null : <LabelPill label={FLAGS[value === true ? 'on' : 'off']} size="list" />,
  },
  color: { ...plain, rich: (value) => (typeof value === 'string' ? <ColorSwatch color={value} /> : null) },
  tags: plain,
  phone: plain,
  country: plain,
  link: plain,
  identifier: plain,
  reference: plain,
  references: plain,
  image: {
    ...plain,
    picture: true,
    // Other cells of the row name the record: the image needs no alternative text.
    rich: (value) =>
      value === undefined ? null : (
        <Thumbnail src={typeof value === 'string' ? imageUrl(value, 'thumb') : null} alt="" />
      ),
  },
  images: {
    ...plain,
    picture: true,
    rich: (value) =>
      Array.isArray(value) && value.length > 0 ? (
        <Images>
          {(value as string[]).slice(0, IMAGES_SHOWN).map((id) => (
            <Thumbnail key={id} src={imageUrl(id, 'thumb')} alt="" />
          ))}
          {value.length > IMAGES_SHOWN && `+${value.length - IMAGES_SHOWN}`}
        </Images>
      ) : null,
  },
  files: plain,
  list: { ...plain, table: 'number', number: howMany },
}

/** A React cell if text is not enough; otherwise undefined. */
export function richCell(column: ColumnDefinition<Row>): ((row: Row) => ReactNode) | undefined {
  const { rich } = CELL_LOOKS[column.kind]
  const cell = rich ? (row: Row) => rich(valuesOfRow(row)[column.field], column, row) : undefined
  if (!column.explainedBy) return cell
  return (row) => {
    const shown = cell ? cell(row) : cellText(column, valuesOfRow(row)[column.field])
    const why = explanationOf(column, row)
    return why ? <Explained title={why}>{shown}</Explained> : shown
  }
}
/** Whether values of a kind are compared by their digits, which stand below each other in a column. */
export const isNumberKind = (kind: CellKind): boolean => ['number', 'money'].includes(CELL_LOOKS[kind].table)
/** Kinds that an item of a list shows as a row does. Its other values are texts. */
const RICH_IN_ITEMS: ReadonlySet<CellKind> = new Set(['money', 'coin', 'color', 'enum'])
/** A value of an item of a list; null if its text is enough. */
export function richItem(column: ItemColumn, item: Readonly<Record<string, unknown>>): ReactNode {
  const { rich } = CELL_LOOKS[column.kind]
  const value = item[column.field]
  if (column.kind === 'link' && typeof value === 'string') return <SiteLink url={value} />
  return rich && RICH_IN_ITEMS.has(column.kind) ? rich(value, column, item) : null
}
/** The input of `richCell`: the values of its field, which are new objects in each version of a record. */
export const drawnFrom =
  (column: ColumnDefinition<Row>) =>
  (row: Row): unknown => {
    const values = valuesOfRow(row)
    const { field, currencyField, explainedBy, counts, kind } = column
    if (CELL_LOOKS[kind].iconOnly) return Boolean(values[field])
    if (counts) return `${textOf(values[field])} ${textOf(values[counts.by])}`
    if (explainedBy) return `${String(values[field])} ${explanationOf(column, row)}`
    return currencyField === undefined ? values[field] : `${textOf(values[field])} ${textOf(values[currencyField])}`
  }
