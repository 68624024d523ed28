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

/** Keys of a series, as `aria-keyshortcuts` has them. */
export const SERIES_KEYS = { previous: 'ArrowLeft', next: 'ArrowRight' } as const
/** Keys of the pages of a file, within a series of files. */
export const PAGE_KEYS = { previous: 'PageUp', next: 'PageDown' } as const
type Keys = Readonly<Record<'previous' | 'next', string>>

/**
 * Nothing where there is only one.
 * @param props `isNamed`: the place is 'Page 1 of 3' and not '1 of 3', beside another series
 */
export const Series = ({
  one,
  place,
  count,
  onPrevious,
  onNext,
  keys = SERIES_KEYS,
  isNamed = false,
}: SeriesProps & { keys?: Keys; isNamed?: boolean }) =>
  count > 1 && (
    <>
      <Place>
        {isNamed && `${one[0]!.toUpperCase()}${one.slice(1)} `}
        {place + 1} of {count}
      </Place>
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${one}`}
        disabledReason={onPrevious ? undefined : 'This is the first one'}
        onClick={() => onPrevious?.()}
        aria-keyshortcuts={keys.previous}
      />
      <IconButton
        icon={ChevronRight}
        label={`Next ${one}`}
        disabledReason={onNext ? undefined : 'This is the last one'}
        onClick={() => onNext?.()}
        aria-keyshortcuts={keys.next}
      />
    </>
  )

/** @returns handles the keys of a series: the one before, or the one after */
export const seriesKeys =
  ({ onPrevious, onNext }: Pick<SeriesProps, 'onPrevious' | 'onNext'>, keys: Keys = SERIES_KEYS) =>
  (event: KeyboardEvent): void => {
    const move = event.key === keys.previous ? onPrevious : event.key === keys.next ? onNext : null
    if (!move) return
    event.preventDefault()
    move()
  }
