/** Sentences of a timeline, with their values set off, and what stands beside them: pictures and texts before and after. */
import { Fragment } from 'react'
import styled from 'styled-components'
import { ColorSwatch } from '@design-system/primitives/ColorSwatch/ColorSwatch'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { numeric, space, token, type } from '@design-system/tokens/tokens'
import { imageUrl } from '@console/image-url'
import { imagesOf, namedField, plainText, textsOf, type ChangeLine, type Sentence } from './sentences'

const Value = styled.bdi`
  ${numeric}
  font-weight: 520;
  color: ${token.text.primary};
  /* Money that comes in (look, section 7). */
  &[data-credit] {
    color: ${token.tone.success.fg};
  }
`
const Named = styled.span`
  font-weight: 520;
  color: ${token.text.primary};
`
const Images = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[6]};
  margin-block: ${space[4]};
`
const Text = styled.div`
  display: grid;
  gap: ${space[4]};
  & + & {
    margin-block-start: ${space[12]};
  }
  dt {
    ${type.meta}
    color: ${token.text.muted};
  }
  dd {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  dd + dt {
    margin-block-start: ${space[4]};
  }
`

/** Each value is isolated from the direction of the words around it. */
export const SentenceText = ({ sentence: { parts } }: { sentence: Sentence }) => (
  <>
    {parts.map((part, index) => (
      <Fragment key={index}>
        {typeof part === 'string' ? (
          part
        ) : 'value' in part ? (
          <Value data-credit={part.isCredit}>{part.value}</Value>
        ) : 'name' in part ? (
          <Named>{part.name}</Named>
        ) : (
          <ColorSwatch color={part.color} />
        )}
      </Fragment>
    ))}
  </>
)

/** A sentence with its pictures: those before it and those after it. */
export function ChangeText({ sentence, change }: { sentence: Sentence; change: ChangeLine }) {
  if (sentence.shows !== 'images') return <SentenceText sentence={sentence} />
  const { title } = change.column
  const { before, after } = imagesOf(change)
  const shown = (ids: readonly string[], when: string) =>
    ids.map((id, index) => (
      <Thumbnail
        key={id}
        src={imageUrl(id, 'thumb')}
        size={40}
        alt={ids.length === 1 ? `${title} ${when}` : `${title} ${when}, ${index + 1} of ${ids.length}`}
      />
    ))
  return (
    <>
      <SentenceText sentence={sentence} />
      <Images>
        {shown(before, 'before')}
        {before.length > 0 && after.length > 0 && <span aria-hidden>→</span>}
        {shown(after, 'after')}
      </Images>
    </>
  )
}

/** The whole texts before and after a change. */
export function TextsOf({ change }: { change: ChangeLine }) {
  const { before, after } = textsOf(change)
  const field = plainText({ parts: namedField(change.column.title) })
  return (
    <Text as="dl">
      <dt>{`Before: ${field}`}</dt>
      <dd>{before === '' ? 'Empty' : <bdi>{before}</bdi>}</dd>
      <dt>{`After: ${field}`}</dt>
      <dd>{after === '' ? 'Empty' : <bdi>{after}</bdi>}</dd>
    </Text>
  )
}
