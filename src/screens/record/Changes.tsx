/** What one entry of a history changed. */
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import type { ChangeLine } from './events'

export const Changes = ({ changes }: { changes: readonly ChangeLine[] }) => (
  <KeyValueList
    items={changes.map(({ label, before, after }) => ({
      label,
      value: (
        <>
          <bdi>{before}</bdi> → <bdi>{after}</bdi>
        </>
      ),
    }))}
  />
)
