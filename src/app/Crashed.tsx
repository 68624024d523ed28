import { TriangleAlert } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { Standalone } from '@screens/standalone.styles'

/** A fault of the console itself, or code that could not be loaded: what was typed is kept as drafts, a reload starts anew. */
export function Crashed() {
  return (
    <Standalone>
      <EmptyState
        icon={TriangleAlert} tone="danger" level={1} title="The console stopped"
        text="Something in the console broke, or a part of it could not be loaded. Drafts are kept. Reload the page to go on."
        actions={<Button variant="primary" onClick={() => location.reload()}>Reload</Button>}
      />
    </Standalone>
  )
}
