/** The dialog of one approval, loaded when the page is idle. */
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { ApprovalDialogProps } from './ApprovalDialog.container'

export const ApprovalDialog = lazyComponent<ApprovalDialogProps>(() => import('./ApprovalDialog.container'), {
  name: 'The approval',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
