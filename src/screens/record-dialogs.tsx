/** The dialogs of accounts that several screens open, each loaded on demand. */
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { RecordFormContainerProps } from '@features/record-form/RecordForm.container'
import type { ActionQuestionContainerProps } from '@features/record-form/ActionQuestion.container'
import type { DisablingQuestionProps } from '@features/record-form/DisablingQuestion.container'
import type { RevealContainerProps } from '@features/reveal/Reveal.container'
import type { DisableQuestionProps } from './account-switch/DisableQuestion'
import type { OpenWorkQuestionProps } from './account-switch/OpenWorkQuestion.container'
import type { RefusedQuestionProps } from './account-switch/RefusedQuestion'

export const RecordFormContainer = lazyComponent<RecordFormContainerProps>(
  () => import('@features/record-form/RecordForm.container'),
  { name: 'The form', failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} /> },
)
export const ActionQuestion = lazyComponent<ActionQuestionContainerProps>(
  () => import('@features/record-form/ActionQuestion.container'),
  { name: 'The question', failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} /> },
)
export const DisableQuestion = lazyComponent<DisableQuestionProps>(() => import('./account-switch/DisableQuestion'), {
  name: 'The question',
  failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} />,
})
export const OpenWorkQuestion = lazyComponent<OpenWorkQuestionProps>(
  () => import('./account-switch/OpenWorkQuestion.container'),
  { name: 'The question', failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} /> },
)
export const DisablingQuestion = lazyComponent<DisablingQuestionProps>(
  () => import('@features/record-form/DisablingQuestion.container'),
  { name: 'The question', failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} /> },
)
export const RevealContainer = lazyComponent<RevealContainerProps>(() => import('@features/reveal/Reveal.container'), {
  name: 'The dialog',
  preload: 'onDemand',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
export const RefusedQuestion = lazyComponent<RefusedQuestionProps>(() => import('./account-switch/RefusedQuestion'), {
  name: 'The question',
  failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} />,
})
