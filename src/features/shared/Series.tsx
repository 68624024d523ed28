/** The way through things that are looked at one at a time: where one is, and the one before and after. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styled from 'styled-components'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { numeric, token, type } from '@design-system/tokens/tokens'

const Place = styled.span`
  color: ${token.text.muted};
  ${type.meta}
  ${numeric}
  white-space: nowrap;
`

export interface SeriesProps {
  /** What one of them is called: 'file'. */
  one: string
  /** Which one it is, the first is 0, and of how many. */
  place: number
  count: number
  /** Null at an end. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Nothing where there is only one. */
export const Series = ({ one, place, count, onPrevious, onNext }: SeriesProps) =>
  count > 1 && (
    <>
      <Place>
        {place + 1} of {count}
      </Place>
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${one}`}
        disabledReason={onPrevious ? undefined : 'This is the first one'}
        onClick={() => onPrevious?.()}
        aria-keyshortcuts="ArrowLeft"
      />
      <IconButton
        icon={ChevronRight}
        label={`Next ${one}`}
        disabledReason={onNext ? undefined : 'This is the last one'}
        onClick={() => onNext?.()}
        aria-keyshortcuts="ArrowRight"
      />
    </>
  )

/** @returns what an arrow key does: the one before, or the one after */
export const seriesKeys =
  ({ onPrevious, onNext }: Pick<SeriesProps, 'onPrevious' | 'onNext'>) =>
  (event: KeyboardEvent): void => {
    const move = event.key === 'ArrowLeft' ? onPrevious : event.key === 'ArrowRight' ? onNext : null
    if (!move) return
    event.preventDefault()
    move()
  }
