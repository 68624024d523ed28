import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { mono, radius, space, token, type } from '../../tokens/tokens'
import { CopyButton } from '../CopyButton/CopyButton'

const Box = styled.div`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: ${space[6]};
  min-height: 240px;
  padding: ${space[32]} ${space[16]};
  text-align: center;
`

const Plate = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin-bottom: ${space[6]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
  &[data-tone='danger'] {
    border-color: ${token.tone.danger.border};
    background: ${token.tone.danger.tint};
    color: ${token.tone.danger.fg};
  }
  &[data-tone='warning'] {
    border-color: ${token.tone.warning.border};
    background: ${token.tone.warning.tint};
    color: ${token.tone.warning.fg};
  }
`

const Title = styled.h2`
  ${type.cardTitle}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

const Text = styled.p`
  max-width: 420px;
  ${type.cell}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  text-wrap: balance;
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]};
  margin-top: ${space[10]};
`

const Request = styled.p`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  margin-top: ${space[8]};
  ${type.meta}
  color: ${token.text.muted};
  max-width: 100%;
  flex-wrap: wrap;
  justify-content: center;
  code {
    ${mono} min-width: 0;
    overflow-wrap: anywhere;
  }
`

interface Props extends Omit<ComponentPropsWithRef<'div'>, 'title'> {
  icon: LucideIcon
  /** danger for failures, warning for unexpected states. */
  tone?: 'neutral' | 'warning' | 'danger'
  /** One line: the state. */
  title: string
  /** One sentence: what will appear, which filter hides it, or what happened and that nothing changed. */
  text?: ReactNode
  /** The next step: the first record, clearing the filter, trying again. */
  actions?: ReactNode
  /** Shown with a copy button where a call failed. */
  requestId?: string | null
  /** Heading level of the title. */
  level?: 1 | 2 | 3
}

/** Shown instead of content: empty, no match, failed, not found. All other props are passed to the root. */
export function EmptyState({ icon, tone = 'neutral', title, text, actions, requestId, level = 2, ...rest }: Props) {
  return (
    <Box {...rest}>
      <Plate data-tone={tone}>
        <Icon icon={icon} size="tile" />
      </Plate>
      <Title as={`h${level}`}>{title}</Title>
      {text && <Text>{text}</Text>}
      {actions && <Actions>{actions}</Actions>}
      {requestId && (
        <Request>
          Request <code>{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" />
        </Request>
      )}
    </Box>
  )
}
