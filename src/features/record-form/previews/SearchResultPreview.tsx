/** Shows how a search engine and a social network would display the record (catalogue, Search texts). */
import styled from 'styled-components'
import { EyeOff, Image, TriangleAlert } from 'lucide-react'
import { SEO_LACKS, seoLacks, seoScoreOf } from '@contract/records/search-texts'
import { documentIn } from '@contract/rich-text/one-form'
import { isDocument, wordsOf } from '@contract/rich-text/words'
import { imageUrl } from '@console/image-url'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { radius, space, token, type } from '@design-system/tokens/tokens'
import { RichTextView } from '../../shared/rich-text/RichTextView'
import type { PreviewProps } from '../FormPreview'
import { Column, Picture } from './preview.styles'

const Card = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.raised};
`
const Address = styled.p`
  ${type.meta}
  color: ${token.text.secondary};
`
/** At most two lines, as in search engines. */
const Title = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-size: 1rem;
  line-height: 1.375rem;
  color: ${token.accent.text};
`
const Description = styled(Title)`
  -webkit-line-clamp: 3;
  font-size: 0.8125rem;
  line-height: 1.125rem;
  color: ${token.text.secondary};
  &[data-missing] {
    font-style: italic;
    color: ${token.text.muted};
  }
`
/** An icon or a logo is not cropped. */
const Shown = styled(Picture)`
  &[data-own] img {
    object-fit: contain;
  }
`
const Hidden = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[6]};
  color: ${token.text.secondary};
`

const Score = styled.p`
  color: ${token.text.secondary};
  strong {
    font-weight: 600;
    color: ${token.text.primary};
  }
`
const Lacks = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    gap: ${space[6]};
    align-items: flex-start;
  }
  svg {
    flex: none;
    margin-block-start: 2px;
    color: ${token.tone.warning.fg};
  }
`

/** Placeholder: the console does not know the host of the site, only the path. */
const SITE = 'your-site.example'

const typed = (values: PreviewProps['values'], field: string) => (values[field] ?? '').trim()

export default function SearchResultPreview({ values, name, resource: { noun, route, forms } }: PreviewProps) {
  const title = typed(values, 'meta_title') || name || `Name of the ${noun.one}`
  const description = typed(values, 'meta_description') || typed(values, 'description')
  const address = typed(values, 'canonical_url').replace(/^https?:\/\//, '')
  const path = [route.split('/').at(-1), typed(values, 'slug')].filter(Boolean).join(' › ')
  // A card without its own image shows the record's image.
  const own = forms.edit?.fields.find(({ kind }) => kind === 'image')?.name ?? ''
  const card = typed(values, 'og_image')
  const picture = card || typed(values, own)
  const { name: text } = forms.edit?.fields.find(({ kind }) => kind === 'richText') ?? {}
  const document = text === undefined ? null : documentIn(typed(values, text))
  const written = isDocument(document) ? document : null
  const lacks = seoLacks({
    meta_title: typed(values, 'meta_title'),
    meta_description: typed(values, 'meta_description'),
    // Pages have a text instead of a description.
    text: typed(values, 'description') || (written ? wordsOf(written) : ''),
    hasImage: picture !== '',
    isHidden: values.noindex === 'true',
  })
  const result = (
    <>
      <Address dir="auto">{address || `${SITE} › ${path}`}</Address>
      <Title dir="auto">{title}</Title>
      <Description dir="auto" data-missing={description === '' || undefined}>
        {description || 'Without a description, a search engine chooses a part of the page.'}
      </Description>
    </>
  )
  return (
    <Column aria-label="Preview">
      <h3>Search result</h3>
      {values.noindex === 'true' ? (
        <Hidden>
          <Icon icon={EyeOff} />
          Search engines are asked not to show this page.
        </Hidden>
      ) : (
        <Card>{result}</Card>
      )}
      <h3>Social card</h3>
      <Card>
        <Shown data-own={card === '' || undefined}>
          {picture ? <img src={imageUrl(picture)} alt="" /> : <Icon icon={Image} />}
        </Shown>
        {result}
      </Card>
      <h3>SEO score</h3>
      <Score>
        <strong>{seoScoreOf(lacks.length)}</strong> of {seoScoreOf(0)}
      </Score>
      {lacks.length > 0 && (
        <Lacks aria-label="SEO lacks">
          {lacks.map((lack) => (
            <li key={lack}>
              <Icon icon={TriangleAlert} />
              {SEO_LACKS[lack]}
            </li>
          ))}
        </Lacks>
      )}
      {written && (
        <>
          <h3>Page</h3>
          <Card>
            <RichTextView document={written} />
          </Card>
        </>
      )}
    </Column>
  )
}
