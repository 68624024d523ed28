/** There is no page at this address (spec 2, /404). */
import { Compass } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LinkButton } from '@features/shared/LinkButton'
import { Middle } from '../page.styles'

export default function NotFound() {
  return (
    <Middle>
      <EmptyState
        icon={Compass}
        title="page not found"
        text="There is no page at this address."
        actions={<LinkButton to="/">Go to Home</LinkButton>}
      />
    </Middle>
  )
}
