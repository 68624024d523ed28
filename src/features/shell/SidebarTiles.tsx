import { House } from 'lucide-react'
import { useCallback, useId, useRef, type KeyboardEvent } from 'react'
import styled from 'styled-components'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { space } from '@design-system/tokens/tokens'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { SECTION_ICONS, type MenuSection } from '@resources/menu'
import type { FlyOutProps } from './FlyOut'
import { activeEntry } from './menu-state'
import { MENU_ICONS } from '../shared/menu-icons'
import { PageName, TileButton, TileLink } from './Tiles.styles'
import { useFlyOut } from './use-fly-out'

const FlyOut = lazyComponent<FlyOutProps>(() => import('./FlyOut'), { name: 'The pages of this section' })

const List = styled.ul`
  display: grid;
  gap: ${space[2]};
`

interface Props {
  sections: readonly MenuSection[]
  /** Path of the open page. */
  path: string
}

/** The sidebar at 140 px: Home, and a tile for each section that opens a fly-out with the section's tree (look.md, Shell). */
export function SidebarTiles({ sections, path }: Props) {
  const { shown, box, show, press, pointer } = useFlyOut()
  const tile = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(
    (back: boolean) => {
      if (back) tile.current?.focus()
      show(null)
    },
    [show],
  )
  return (
    <List onPointerMove={pointer.move}>
      <li>
        <TileLink to="/" current={path === '/'} data-active={path === '/' || undefined}>
          <Icon icon={House} size="tile" />
          Home
        </TileLink>
      </li>
      {sections.map((section) => {
        const { title } = section
        const open = shown?.title === title
        const entry = activeEntry(section, path)
        const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
          if (event.key !== 'ArrowRight') return
          event.preventDefault()
          show({ title, pinned: true, byKey: true })
        }
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the pointer over tile and fly-out together, and focus leaving both
          <li
            key={title}
            onPointerEnter={(event) => {
              void FlyOut.preload()
              pointer.enter(title, event)
            }}
            onPointerLeave={pointer.leave}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (open && relatedTarget && !currentTarget.contains(relatedTarget)) close(false)
            }}
          >
            <TileButton
              ref={open ? tile : undefined}
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              data-active={entry ? '' : undefined}
              onKeyDown={onKeyDown}
              onClick={(event) => press(title, event.detail === 0)}
            >
              <Icon icon={MENU_ICONS[SECTION_ICONS[title]]!} size="tile" />
              {title}
              {entry && <PageName>{entry.title}</PageName>}
            </TileButton>
            {open && (
              <FlyOut
                id={id}
                section={section}
                path={path}
                tile={tile}
                box={box}
                takesFocus={shown.byKey}
                onClose={close}
              />
            )}
          </li>
        )
      })}
    </List>
  )
}
