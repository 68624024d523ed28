/** There is no page at this address (spec 2, /404): a search, and the pages that were opened last (screens.md). */
import { Compass, Search } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { LinkButton } from '@features/shared/LinkButton'
import type { Page } from '@resources/page'
import { Middle } from '../page.styles'
import { PageLinks } from './PageLinks'

export interface NotFoundProps {
  /** The pages that were opened last and may be opened. */
  recent: readonly Page[]
  /** Opens the search for pages and records. */
  onFind: () => void
}

export default function NotFound({ recent, onFind }: NotFoundProps) {
  return (
    <Middle>
      <EmptyState
        icon={Compass}
        title="page not found"
        text="There is no page at this address. It may have been moved, or the address is incomplete."
        actions={
          <>
            <LinkButton to="/">Go to Home</LinkButton>
            <Button icon={Search} aria-haspopup="dialog" onClick={onFind}>
              Find a page or record
            </Button>
          </>
        }
      />
      {recent.length > 0 && <PageLinks title="Recent pages" pages={recent} />}
    </Middle>
  )
}
