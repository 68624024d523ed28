import styled from 'styled-components'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { space } from '@design-system/tokens/tokens'

const Place = styled.div`
  flex: none;
  padding: ${space[12]} ${space[16]} 0;
`
const Verbs = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

export interface UpdateBandProps {
  /** The page is being reloaded. */
  busy: boolean
  onReload: () => void
  onLater: () => void
}

/** Offers a reload above the page after a deployment. It is never forced. */
export function UpdateBand({ busy, onReload, onLater }: UpdateBandProps) {
  return (
    <Place>
      <Banner
        tone="info"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the banner chooses its own tag
        role="status"
        action={
          <Verbs>
            <Button size="small" busy={busy} busyLabel="Reloading" onClick={onReload}>
              Reload
            </Button>
            <Button
              size="small"
              variant="ghost"
              disabledReason={busy ? 'The page is reloading.' : undefined}
              onClick={onLater}
            >
              Later
            </Button>
          </Verbs>
        }
      >
        A new version of the console is available. Reload to use it: your drafts are kept.
      </Banner>
    </Place>
  )
}
