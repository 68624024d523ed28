/** A page of the menu that this version does not contain yet. */
import { Construction } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LinkButton } from '@features/shared/LinkButton'
import { Middle } from '../page.styles'
import type { ScreenProps } from '../screen-props'

export default function Planned({ page }: Pick<ScreenProps, 'page'>) {
  return (
    <Middle>
      <EmptyState
        icon={Construction}
        title="Not available yet"
        text={`“${page.title}” is not part of this version of the console. Nothing is lost: its records stay with the platform.`}
        actions={<LinkButton to="/">Go to Home</LinkButton>}
      />
    </Middle>
  )
}
