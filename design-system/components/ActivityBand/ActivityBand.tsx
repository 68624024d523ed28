import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { media, radius, space, token, type, zIndex } from '../../tokens/tokens'

const Band = styled.section`
  position: sticky;
  top: 0;
  z-index: ${zIndex.bulkBar};
  flex: none;
  border-bottom: 1px solid ${token.border.base};
  background: ${token.surface.raised};
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-height: 44px;
  padding: ${space[6]} ${space[12]} ${space[6]} ${space[24]};
  color: ${token.text.primary};
  ${type.control}
  & + & {
    border-top: 1px solid ${token.border.subtle};
  }
  ${media.phone} {
    align-items: flex-start;
    padding-block: ${space[10]} ${space[4]};
    padding-inline: ${space[16]} ${space[8]};
  }
`

const Said = styled.div`
  display: flex;
  flex: 1 1 240px;
  ${media.phone} {
    flex-basis: 60%;
  }
  align-items: flex-start;
  gap: ${space[8]};
  min-width: 0;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    margin-top: 2px;
  }
  &[data-tone='success'] > svg {
    color: ${token.tone.success.fg};
  }
  &[data-tone='danger'] > svg {
    color: ${token.tone.danger.fg};
  }
`

const Meter = styled.progress`
  appearance: none;
  flex: 0 1 160px;
  height: 4px;
  overflow: hidden;
  border: 0;
  border-radius: ${radius.full};
  background: ${token.border.base};
  color: ${token.accent.solid};
  &::-webkit-progress-bar {
    background: none;
  }
  &::-webkit-progress-value {
    background: currentColor;
  }
  &::-moz-progress-bar {
    background: currentColor;
  }
  ${media.phone} {
    flex: 1 0 100%;
    order: 1;
  }
`

const Verbs = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  ${media.phone} {
    order: 2;
    flex: 1 0 100%;
    margin-inline-start: -${space[8]};
    button {
      min-height: 44px;
    }
  }
`

interface BandProps extends ComponentPropsWithRef<'section'> {
  /** Accessible name: 'Changes in progress'. */
  label: string
}

/** Actions in progress beside the page, one `ActivityRow` each. It stays visible above the page while that scrolls. */
export const ActivityBand = ({ label, ...rest }: BandProps) => <Band {...rest} aria-label={label} />

export interface ActivityRowProps {
  /** 'Disabling 120 of 391 users', '312 of 391 users disabled, 79 refused'. */
  text: string
  /** busy: in flight; success, danger: the outcome. */
  tone: 'busy' | 'success' | 'danger'
  /** Progress, 0 to 1. Left out: unknown, or ended. */
  share?: number
  verbs: readonly { readonly label: string; readonly onSelect: () => void }[]
  /** The × at the end. Left out: the row cannot be dismissed while it is in flight. */
  onDismiss?: () => void
}

/** One action: its progress or its outcome, and the possible next steps. */
export function ActivityRow({ text, tone, share, verbs, onDismiss }: ActivityRowProps) {
  return (
    <Row>
      <Said data-tone={tone} role={tone === 'danger' ? 'alert' : tone === 'success' ? 'status' : undefined}>
        {tone === 'busy' ? <Spinner size={16} /> : <Icon icon={tone === 'success' ? CircleCheck : TriangleAlert} />}
        <span>{text}</span>
      </Said>
      {share !== undefined && <Meter aria-label={text} value={share} />}
      {verbs.length > 0 && (
        <Verbs>
          {verbs.map(({ label, onSelect }) => (
            <Button key={label} size="small" variant="ghost" onClick={onSelect}>
              {label}
            </Button>
          ))}
        </Verbs>
      )}
      {onDismiss && <IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} />}
    </Row>
  )
}
