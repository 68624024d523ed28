/** Shows a document. Its code is loaded with the first one. */
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import type { RichTextBodyProps } from './RichTextBody'

export const RichTextView = lazyComponent<RichTextBodyProps>(() => import('./RichTextBody'), {
  name: 'The text',
  fallback: () => <LoadingIndicator label="Loading the text" />,
})
