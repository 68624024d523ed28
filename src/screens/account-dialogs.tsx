/** The dialogs of accounts that several screens open, each loaded late. */
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { AccountFormContainerProps } from '@features/account-form/AccountForm.container'
import type { ReasonActionContainerProps } from '@features/shared/reason-action/ReasonAction.container'
import type { DisableQuestionProps } from '@features/shared/account-switch/DisableQuestion'

export const AccountFormContainer = lazyComponent<AccountFormContainerProps>(
  () => import('@features/account-form/AccountForm.container'),
  { name: 'The form', failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} /> },
)
export const ReasonAction = lazyComponent<ReasonActionContainerProps>(
  () => import('@features/shared/reason-action/ReasonAction.container'),
  { name: 'The question', failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} /> },
)
export const DisableQuestion = lazyComponent<DisableQuestionProps>(
  () => import('@features/shared/account-switch/DisableQuestion'),
  { name: 'The question', failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} /> },
)
