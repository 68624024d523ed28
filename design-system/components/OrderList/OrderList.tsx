/** Things in an order that a person changes: by dragging, by the keys of the handle, or with the buttons of each line. */
import { useMemo } from 'react'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { focusRing, numeric, radius, space, token, type } from '../../tokens/tokens'
import { moveTo } from './move-to'

const List = styled(GridList<OrderedThing>)`
  max-height: min(60vh, 560px);
  overflow: auto;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  outline: none;
  .react-aria-DropIndicator {
    height: 0;
    outline: 1px solid ${token.border.control};
  }
`

/** Lines outside the view are not rendered: an order may have ten thousand. */
const LAYOUT = { estimatedRowHeight: 41 }

const Line = styled(GridListItem)`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 40px;
  padding: ${space[2]} ${space[6]};
  border-block-end: 1px solid ${token.border.base};
  background: ${token.surface.raised};
  ${type.cell}
  ${focusRing}
  &:last-child {
    border-block-end: 0;
  }
  &[data-dragging] {
    opacity: 0.5;
  }
  &[data-muted] {
    color: ${token.text.muted};
  }
`

const Handle = styled(AriaButton)`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${token.text.muted};
  cursor: grab;
  ${focusRing}
`

const Place = styled.span`
  flex: none;
  min-width: 2.5ch;
  text-align: end;
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`

const Name = styled.span`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`

/** One of the things. */
export interface OrderedThing {
  id: string
  name: string
  /** Shown weaker: it is disabled. */
  muted?: boolean
}

export interface OrderListProps {
  /** Accessible name. */
  label: string
  /** In the order that is shown. */
  things: readonly OrderedThing[]
  disabled?: boolean
  /** @param ids all of them, in the new order */
  onReorder: (ids: string[]) => void
}

export function OrderList({ label, things, disabled = false, onReorder }: OrderListProps) {
  const ids = useMemo(() => things.map(({ id }) => id), [things])
  const placeOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids])
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: disabled,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': things.find(({ id }) => id === key)?.name ?? '' })),
    onReorder: ({ keys, target }) =>
      onReorder(moveTo(ids, [...keys].map(String), String(target.key), target.dropPosition)),
  })
  const step = (index: number, by: -1 | 1) => {
    const next = [...ids]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    onReorder(next)
  }
  return (
    <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
      <List
        aria-label={label}
        items={things}
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="none"
        // The places change with the order.
        dependencies={[ids, disabled]}
      >
        {({ id, name, muted }: OrderedThing) => {
          const index = placeOf.get(id)!
          return (
            <Line id={id} textValue={name} data-muted={muted || undefined}>
              <Handle slot="drag" aria-label={`Move ${name}`} isDisabled={disabled}>
                <Icon icon={GripVertical} />
              </Handle>
              <Place>{index + 1}</Place>
              <Name dir="auto">{name}</Name>
              <IconButton
                icon={ArrowUp}
                label={`Move ${name} up`}
                size="small"
                disabled={disabled || index === 0}
                onClick={() => step(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${name} down`}
                size="small"
                disabled={disabled || index === ids.length - 1}
                onClick={() => step(index, 1)}
              />
            </Line>
          )
        }}
      </List>
    </Virtualizer>
  )
}
