import { CircleCheck, CircleX, Inbox, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { numeric, space, token, type } from '../../tokens/tokens'
import DrawerOverlay from '../Drawer/DrawerOverlay'
import { Body, Head, Title } from '../Drawer/Drawer.styles'
import { EmptyState } from '../EmptyState/EmptyState'

const List = styled.ol`
  margin: -${space[16]} -${space[20]};
`
const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: ${space[10]};
  padding: ${space[12]} ${space[20]};
  border-bottom: 1px solid ${token.border.subtle};
  color: ${token.text.primary};
  ${type.cell}
  > svg {
    flex: none;
    margin-top: 2px;
  }
  &[data-kind='success'] > svg {
    color: ${token.tone.success.fg};
  }
  &[data-kind='error'] > svg {
    color: ${token.tone.danger.fg};
  }
  &[data-kind='warning'] > svg {
    color: ${token.tone.warning.fg};
  }
`
const Message = styled.p`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`
const About = styled.span`
  display: block;
`
const Time = styled.time`
  flex: none;
  padding-block: 2px;
  color: ${token.text.muted};
  ${type.meta}
  ${numeric}
`

const KINDS: Record<LoggedMessage['kind'], { icon: LucideIcon; word: string }> = {
  success: { icon: CircleCheck, word: 'Done' },
  error: { icon: CircleX, word: 'Error' },
  warning: { icon: TriangleAlert, word: 'Warning' },
}

/** A message that was shown. */
export interface LoggedMessage {
  id: number
  kind: 'success' | 'error' | 'warning'
  /** As it came. */
  message: string
  /** When it was shown: as text, and as ISO 8601. */
  time: string
  iso: string
  /** A link to the subject of the message. */
  link?: ReactNode
}

interface Props {
  /** The newest first. */
  messages: readonly LoggedMessage[]
  /** How long they are stored, in words. */
  kept: string
  onClose: () => void
}

/** The messages of earlier toasts, in a drawer over the page. Loads react-aria: import it lazily. */
export function MessageLog({ messages, kept, onClose }: Props) {
  const id = useId()
  return (
    <DrawerOverlay labelledBy={id} onClose={onClose}>
      <Head>
        <Title id={id}>Messages</Title>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </Head>
      <Body>
        {messages.length === 0 && (
          <EmptyState
            icon={Inbox}
            level={3}
            title="No messages yet"
            text={`What the console tells you for a moment can be read here again. ${kept}`}
          />
        )}
        {messages.length > 0 && (
          <List>
            {messages.map(({ id: key, kind, message, time, iso, link }) => (
              <Row key={key} data-kind={kind}>
                <Icon icon={KINDS[kind].icon} />
                <Message>
                  <VisuallyHidden>{KINDS[kind].word}: </VisuallyHidden>
                  {message}
                  {link && <About>{link}</About>}
                </Message>
                <Time dateTime={iso} title={iso}>
                  {time}
                </Time>
              </Row>
            ))}
          </List>
        )}
      </Body>
    </DrawerOverlay>
  )
}
