import { X } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import styled from 'styled-components'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { media, radius, space, token, type, zIndex } from '../../tokens/tokens'
import { rising, scrim } from '../Overlay/Overlay.styles'

const Overlay = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.modal};
  display: grid;
  place-items: center;
  padding: ${space[24]};
  overflow: auto;
  ${scrim}
  /* Keeps focused fields from being covered by the footer. */
  ${media.phone} {
    padding: 0;
    place-items: stretch;
    /* As high as the page, or higher for longer content. */
    grid-auto-rows: minmax(max-content, 1fr);
    scroll-padding-bottom: 80px;
  }
`

const Panel = styled(AriaModal)`
  width: 100%;
  max-width: 464px;
  border-radius: ${radius.modal};
  outline: none;
  ${rising}
  &[data-size='small'] {
    max-width: 400px;
  }
  &[data-size='large'] {
    max-width: 640px;
  }
  &[data-size='wide'] {
    max-width: 920px;
  }
  ${media.phone} {
    max-width: none !important;
    min-height: 100%;
    border: 0;
    border-radius: 0;
  }
`

/* Above a phone it is at most as high as the page: its body scrolls, and its title and buttons stay visible. */
const Content = styled(Dialog)`
  display: flex;
  flex-direction: column;
  max-height: calc(100dvh - 2 * ${space[24]});
  outline: none;
  ${media.phone} {
    min-height: 100dvh;
    max-height: none;
  }
`

/* No header and footer elements: they would count as landmarks of the page. */
const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[12]};
  padding: ${space[20]} ${space[14]} ${space[4]} ${space[24]};
`

const Title = styled.h2`
  min-width: 0;
  padding-block: 2px;
  ${type.pageTitle}
  overflow-wrap: anywhere;
`

/** A line at an edge of the body, covered where the content ends at that edge. */
const edge = (at: 'top' | 'bottom') => `
  linear-gradient(${token.surface.raised}, ${token.surface.raised}) ${at} / 100% 1px no-repeat local`
const line = (at: 'top' | 'bottom') => `
  linear-gradient(${token.border.subtle}, ${token.border.subtle}) ${at} / 100% 1px no-repeat scroll`

const Body = styled.div`
  flex: 1;
  padding: ${space[8]} ${space[24]} ${space[24]};
  ${type.formValue}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  ${media.abovePhone} {
    min-height: 0;
    overflow: auto;
    overscroll-behavior: contain;
    outline-offset: -2px;
    border-radius: 0 0 ${radius.modal} ${radius.modal};
    background: ${edge('top')}, ${edge('bottom')}, ${line('top')}, ${line('bottom')};
    &:not(:last-child) {
      padding-bottom: ${space[12]};
      border-radius: 0;
    }
  }
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
  padding: ${space[12]} ${space[24]} ${space[24]};
  ${media.phone} {
    position: sticky;
    bottom: 0;
    padding-block: ${space[12]};
    border-top: 1px solid ${token.border.subtle};
    background: ${token.surface.raised};
    /* Buttons share a line as long as their words fit; a long one has a line of its own. One that is off is inside its tooltip.
       Twice the class: a button's own style may come later. */
    && > *,
    && > * > [data-off] {
      flex: auto;
    }
  }
`

export interface ModalProps {
  /** Its subject, or its question. */
  title: string
  /** ×, Esc. A press outside does not close the modal, because input would be lost. */
  onClose: () => void
  /** 400, 464, 640 or 920 px wide; a full sheet below 768 px. */
  size?: 'small' | 'default' | 'large' | 'wide'
  /** Buttons at the end, the safe one first. */
  footer?: ReactNode
  /** An alertdialog interrupts: for questions before harmful actions. */
  role?: 'dialog' | 'alertdialog'
  /** Id of an alertdialog's description; by default the whole body. */
  descriptionId?: string
  /** Hides ×, where the answer is one of the buttons. */
  closeHidden?: boolean
  children: ReactNode
}

/** Focuses the first field, unless another element in the modal has taken the focus. */
function focusFirstField(content: HTMLElement | null) {
  if (content && !content.contains(document.activeElement))
    content.querySelector<HTMLElement>('[data-input]:not(:disabled)')?.focus()
}

/**
 * A body that scrolls and has nothing to focus can be focused itself, so that the keyboard can scroll it.
 * @returns the ref of the body, and whether it is such a one
 */
function useBody() {
  const ref = useRef<HTMLDivElement>(null)
  const [needsFocus, setNeedsFocus] = useState(false)
  useEffect(() => {
    const body = ref.current!
    const look = () =>
      setNeedsFocus(body.scrollHeight > body.clientHeight && !body.querySelector('a, button, input, select, textarea'))
    const observer = new ResizeObserver(look)
    observer.observe(body)
    return () => observer.disconnect()
  }, [])
  const attach = useCallback((content: HTMLDivElement | null) => {
    ref.current = content
    focusFirstField(content)
  }, [])
  return { attach, needsFocus }
}

/**
 * A modal dialog for one task. The focus stays inside and returns to its previous element; the page behind is inert. Shown while it
 * is rendered. Loads react-aria: import it lazily.
 */
export function Modal({
  title,
  onClose,
  size = 'default',
  footer,
  role = 'dialog',
  descriptionId,
  closeHidden = false,
  children,
}: ModalProps) {
  const id = useId()
  const { attach, needsFocus } = useBody()
  return (
    <Overlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Panel data-size={size}>
        <Content
          role={role}
          aria-labelledby={`${id}title`}
          aria-describedby={role === 'alertdialog' ? (descriptionId ?? `${id}body`) : undefined}
        >
          <Head>
            <Title id={`${id}title`}>{title}</Title>
            {!closeHidden && <IconButton label="Close" icon={X} onClick={onClose} />}
          </Head>
          <Body id={`${id}body`} ref={attach} tabIndex={needsFocus ? 0 : undefined}>
            {children}
          </Body>
          {footer && <Foot>{footer}</Foot>}
        </Content>
      </Panel>
    </Overlay>
  )
}
