/** The changes of one history entry, and the input that its action asked for. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { ColorSwatch } from '@design-system/primitives/ColorSwatch/ColorSwatch'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { space, token } from '@design-system/tokens/tokens'
import { imageUrl } from '@console/image-url'
import { markdownOf } from '@contract/rich-text/markdown'
import type { RichText } from '@contract/rich-text/rich-text'
import type { PrivateFile } from '@contract/files'
import { cellText, exportText } from '@features/shared/cell-text'
import { comparedTexts } from './compared'
import { Money } from '@features/shared/Money'
import type { CellKind } from '@resources/resource'
import type { HistoryLine, ShownField } from './events'
import type { ChangeLine } from './sentences'

const Nothing = styled.span`
  color: ${token.text.muted};
`
/** Long values: the old one above the new one. */
const Stacked = styled.span`
  display: grid;
  gap: ${space[4]};
  white-space: pre-line;
  > span {
    display: flex;
    gap: ${space[6]};
  }
`
const Images = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space[4]};
`

/** The context of a value. `when`: whether it is the old or the new one, for the description of an image. */
interface Beside {
  column: ShownField
  when: 'before' | 'after'
  /** Currency of the record's amounts. */
  currency: string
}
/** Renders a value that is not empty. */
type Renderer = (value: unknown, beside: Beside) => ReactNode
const text: Renderer = (value, { column }) => <bdi>{cellText(column, value)}</bdi>
const images: Renderer = (value, { column: { title }, when }) => {
  const ids = [value].flat() as string[]
  const alt = (index: number) =>
    ids.length === 1 ? `${title} ${when}` : `${title} ${when}, ${index + 1} of ${ids.length}`
  return (
    <Images>
      {ids.map((id, index) => (
        <Thumbnail key={id} src={imageUrl(id, 'thumb')} alt={alt(index)} size={40} />
      ))}
    </Images>
  )
}

/** The renderer of each kind. A missing kind fails the type check. */
const CHANGED: { readonly [K in CellKind]: Renderer } = {
  text,
  longText: (value) => <bdi>{String(value)}</bdi>,
  richText: (value) => <bdi>{markdownOf(value as RichText)}</bdi>,
  note: (value) => <bdi>{String(value)}</bdi>,
  name: text,
  role: text,
  // A history contains usernames.
  creator: (value) => <bdi>{String(value)}</bdi>,
  switch: text,
  money: (value, { currency }) => <Money amount={String(value)} currency={currency} />,
  coin: (value) => <Money amount={String(value)} currency="" />,
  number: text,
  percent: text,
  time: text,
  date: text,
  duration: text,
  enum: text,
  enums: text,
  yesNo: text,
  color: (value) => <ColorSwatch color={String(value)} />,
  tags: text,
  phone: text,
  country: text,
  link: text,
  identifier: text,
  reference: text,
  references: text,
  image: images,
  images,
  files: (value) => (value as PrivateFile[]).map(({ name }, index) => name ?? `File ${index + 1}`).join(', '),
  list: (value, { column }) => <bdi>{exportText(column, value)}</bdi>,
}
const LONG: ReadonlySet<CellKind> = new Set(['longText', 'richText', 'list', 'images'])

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const shown: Renderer = (value, beside) =>
  isEmpty(value) ? <Nothing>empty</Nothing> : CHANGED[beside.column.kind](value, beside)

const SIGNS = { removed: '−', added: '+' } as const
/** The parts of a document that were removed and added; the others are counted. */
const ChangedText = ({ before, after }: { before: RichText | null; after: RichText | null }) => (
  <Stacked>
    {comparedTexts(before, after).map((part, index) =>
      part.is === 'same' ? (
        <Nothing key={index}>
          {part.parts} {part.parts === 1 ? 'part' : 'parts'} unchanged
        </Nothing>
      ) : (
        <span key={index}>
          <span aria-hidden>{SIGNS[part.is]}</span>
          <VisuallyHidden>{part.is === 'removed' ? 'Removed:' : 'Added:'}</VisuallyHidden>
          <bdi>{part.text || 'An empty line'}</bdi>
        </span>
      ),
    )}
  </Stacked>
)

/** @returns the old and the new value of a field, in one line or one below the other */
function changed({ column, before, after }: ChangeLine, currency: string): ReactNode {
  if (column.kind === 'richText' && !isEmpty(before) && !isEmpty(after))
    return <ChangedText before={before as RichText} after={after as RichText} />
  const was = shown(before, { column, when: 'before', currency })
  const is = shown(after, { column, when: 'after', currency })
  return LONG.has(column.kind) ? (
    <Stacked>
      <span>{was}</span>
      <span>→ {is}</span>
    </Stacked>
  ) : (
    <>
      {was} → {is}
    </>
  )
}

interface ChangesProps {
  changes: readonly ChangeLine[]
  asked?: HistoryLine['asked']
  /** Currency of the record's amounts; '' if it is not known. */
  currency: string
}

export const Changes = ({ changes, asked = [], currency }: ChangesProps) => (
  <KeyValueList
    items={[
      ...asked.map(({ column, value }) => ({
        label: column.title,
        value: shown(value, { column, when: 'after', currency }),
      })),
      ...changes.map((line) => ({ label: line.column.title, value: changed(line, currency) })),
    ]}
  />
)
