/** The fields of a record without a value: their number, and their names on request. */
import { useId, useState } from 'react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { focusRing, radius, space, token, type } from '@design-system/tokens/tokens'
import type { RecordPart } from './record-parts'

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  min-height: 24px;
  border-radius: ${radius.tag};
  ${type.meta}
  color: ${token.text.secondary};
  ${focusRing}
  &:hover {
    color: ${token.text.primary};
  }
`
const Names = styled.dl`
  display: grid;
  grid-template-columns: fit-content(40%) minmax(0, 1fr);
  gap: ${space[4]} ${space[16]};
  flex-basis: 100%;
  ${type.cell}
  color: ${token.text.secondary};
  > div {
    display: contents;
  }
  dt {
    color: ${token.text.muted};
  }
  &[hidden] {
    display: none;
  }
`

export function EmptyFields({ parts }: { parts: readonly RecordPart[] }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = parts.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return null
  return (
    <>
      <Toggle type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon icon={open ? ChevronDown : ChevronRight} size="pill" />
        {count} empty {count === 1 ? 'field' : 'fields'}
      </Toggle>
      <Names id={id} hidden={!open}>
        {parts.map(({ title, items }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{items.map(({ label }) => label).join(', ')}</dd>
          </div>
        ))}
      </Names>
    </>
  )
}
