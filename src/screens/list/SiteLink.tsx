/** An address of another site, which opens beside the console. */
import { ExternalLink } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'

/** A longer address is called by its site: nobody reads the hash in it. */
const LENGTH_MAX = 60

const Mark = styled(Icon)`
  display: inline;
  margin-inline-start: 0.3em;
  vertical-align: -2px;
`

/** @param url what is no address, or only a part of one, is a text */
export function SiteLink({ url }: { url: string }) {
  if (!URL.canParse(url)) return <bdi>{url}</bdi>
  return (
    <TextLink href={url} target="_blank" rel="noopener noreferrer">
      {url.length > LENGTH_MAX ? new URL(url).hostname : url}
      <Mark icon={ExternalLink} size="pill" />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </TextLink>
  )
}
