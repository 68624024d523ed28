/** Shows an offer as the apps do, on a phone and on a desktop (catalogue, /offers). */
import styled from 'styled-components'
import { Image } from 'lucide-react'
import { imageUrl } from '@console/image-url'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { radius, space, token, type } from '@design-system/tokens/tokens'
import type { PreviewProps } from '../FormPreview'
import { Column, Picture } from './preview.styles'

const Card = styled.article`
  display: grid;
  overflow: hidden;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.raised};
`
/** Half of the width of the column: a phone is narrow. */
const Phone = styled(Card)`
  width: min(100%, 13rem);
`
/** The picture beside the text. */
const Desktop = styled(Card)`
  grid-template-columns: minmax(0, 42fr) minmax(0, 58fr);
  align-items: stretch;
  & > :first-child {
    aspect-ratio: auto;
    min-height: 7rem;
  }
`
/** It reaches the edges of the card; its size does not depend on the picture's. */
const Banner = styled(Picture)`
  position: relative;
  border-radius: 0;
  img {
    position: absolute;
    inset: 0;
  }
`
const Text = styled.div`
  display: grid;
  gap: ${space[4]};
  align-content: start;
  padding: ${space[12]};
`
const Title = styled.p`
  font-weight: 600;
  color: ${token.text.primary};
`
const Value = styled.p`
  ${type.meta}
  color: ${token.accent.text};
`
const Description = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  white-space: pre-line;
  color: ${token.text.secondary};
`

const typed = (values: PreviewProps['values'], field: string) => (values[field] ?? '').trim()

/** What somebody gets, as far as it is typed. A bonus is named by the apps only after it is saved. */
function valueOf(values: PreviewProps['values']): string {
  const reward = typed(values, 'reward_type')
  if (reward === 'CREDIT') return typed(values, 'amount') ? `${typed(values, 'amount')} in cash` : 'Cash'
  const spins = typed(values, 'spins')
  if (reward === 'FREE_SPIN') return spins === '1' ? '1 free spin' : `${spins} free spins`.trim()
  return reward === 'BONUS' ? 'A bonus' : ''
}

export default function OfferCardPreview({ values, name }: PreviewProps) {
  const picture = typed(values, 'image')
  const minimum = typed(values, 'min_deposit')
  const content = (
    <>
      <Banner>{picture ? <img src={imageUrl(picture)} alt="" /> : <Icon icon={Image} />}</Banner>
      <Text>
        <Title dir="auto">{name || 'Title of the offer'}</Title>
        <Value>{valueOf(values)}</Value>
        <Description dir="auto">{typed(values, 'description') || 'The description appears here.'}</Description>
        {Number(minimum) > 0 && <Value>With a deposit of {minimum} or more</Value>}
      </Text>
    </>
  )
  return (
    <Column aria-label="Preview">
      <h3>On a phone</h3>
      <Phone>{content}</Phone>
      <h3>On a desktop</h3>
      <Desktop>{content}</Desktop>
    </Column>
  )
}
