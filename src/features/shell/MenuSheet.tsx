import { House, SearchX, X } from 'lucide-react'
import { useCallback, useId, useState, type MouseEvent } from 'react'
import styled, { keyframes } from 'styled-components'
import { Button } from '@design-system/primitives/Button/Button'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { FilterInput } from '@design-system/components/FilterInput/FilterInput'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { media, motion, space, token, type } from '@design-system/tokens/tokens'
import type { MenuSection } from '@resources/menu'
import { MenuTree } from './MenuTree'
import { EntryLink, Grow } from './menu.styles'
import { filterMenu, type OpenTitles } from './menu-state'

const rise = keyframes`
  from { opacity: 0; transform: translateY(12px); }
`
const fade = keyframes`
  from { opacity: 0; }
`

const Sheet = styled.dialog`
  --entry-height: 44px;
  --sub-entry-height: 44px;
  --heading-height: 44px;
  --heading-margin: ${space[6]};
  position: fixed;
  inset: 0;
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: ${token.surface.sidebar};
  color: ${token.text.primary};
  animation: ${rise} ${motion.slow} ${motion.easeIn};
  &[open] {
    display: flex;
    flex-direction: column;
  }
  ${media.reducedMotion} {
    animation: ${fade} 100ms;
  }
`

const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-height: 56px;
  padding-inline: ${space[16]} ${space[8]};
  @media (max-height: 400px) {
    min-height: 44px;
  }
`

const Title = styled.h2`
  ${type.pageTitle}
  &:focus {
    outline: none;
  }
`

const Scroller = styled.nav`
  display: grid;
  flex: 1;
  align-content: start;
  gap: ${space[8]};
  min-height: 0;
  padding: ${space[12]} ${space[16]} calc(${space[24]} + env(safe-area-inset-bottom));
  overflow-y: auto;
  overscroll-behavior: contain;
  /* The bar of the current entry is at the edge of the sheet. */
  ${EntryLink} {
    --bar: -17px;
  }
  ul ul ul ${EntryLink} {
    --bar: -43px;
  }
`

const Filter = styled.div`
  flex: none;
  padding: 0 ${space[16]} ${space[12]};
  border-bottom: 1px solid ${token.border.base};
`

export interface MenuSheetProps {
  /** The menu that the person may use. */
  menu: readonly MenuSection[]
  /** Path of the open page. */
  path: string
  /** The section that it opens at; null: at the top. */
  at: string | null
  open: OpenTitles
  onToggle: (title: string) => void
  onClose: () => void
}

/** The whole menu as a full-screen sheet on a phone, with a filter (look.md, section 4). */
export default function MenuSheet({ menu, path, at, open, onToggle, onClose }: MenuSheetProps) {
  const id = useId()
  const [words, setWords] = useState('')
  /** Expanded only this time, because it was requested. */
  const [asked, setAsked] = useState(at)
  const attach = useCallback(
    (dialog: HTMLDialogElement) => {
      dialog.showModal()
      const target =
        (at && dialog.querySelector<HTMLElement>(`[data-section="${at}"]`)) || dialog.querySelector<HTMLElement>('h2')
      target?.focus()
      target?.scrollIntoView({ block: 'start' })
      // Closing returns the focus to the element that opened it.
      return () => dialog.close()
    },
    [at],
  )
  const filtering = words.trim() !== ''
  const found = filterMenu(menu, words)
  const toggle = (title: string) => {
    if (title === asked) setAsked(null)
    if (title !== asked || open.has(title)) onToggle(title)
  }
  // A link that opens a new tab leaves the sheet open.
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented) onClose()
  }
  return (
    <Sheet
      ref={attach}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <Head>
        <Title id={id} tabIndex={-1}>
          Menu
        </Title>
        <IconButton label="Close the menu" icon={X} size="large" onClick={onClose} />
      </Head>
      <Filter>
        <FilterInput
          label="Find a page"
          placeholder="Find a page"
          controlSize="large"
          value={words}
          onValueChange={setWords}
          shortcut={false}
        />
      </Filter>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- clicks of the links within */}
      <Scroller aria-label="All pages" onClick={onClick}>
        {!filtering && (
          <EntryLink to="/" current={path === '/'}>
            <Icon icon={House} />
            <Grow>Home</Grow>
          </EntryLink>
        )}
        <MenuTree
          sections={found}
          path={path}
          open={filtering ? null : asked ? new Set([...open, asked]) : open}
          onToggle={toggle}
        />
        {filtering && found.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={`No page is called “${words.trim()}”`}
            text="Only pages that your role may open are listed."
            actions={<Button onClick={() => setWords('')}>Clear the filter</Button>}
          />
        )}
      </Scroller>
    </Sheet>
  )
}
