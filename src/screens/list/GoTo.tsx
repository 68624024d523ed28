/** Jumps to a position in a paged list: its ends, or a day of its order. */
import { useState, type FormEvent } from 'react'
import { ArrowDownToLine, ArrowUpToLine, CornerRightDown } from 'lucide-react'
import { startOfDay } from '@contract/records/day-range'
import { Popover } from '@design-system/components/Popover/Popover'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import type { Place } from '@contract/records/page-query'
import { GoToPanel } from './list.styles'

export interface GoToProps {
  /** Title of the field by which the list is ordered. */
  title: string
  /** The order is by time, so that a day can be chosen. */
  isTime: boolean
  descending: boolean
  onGo: (place: Place) => void
}

/** The value that splits the list so that the rows of a day are the first visible ones. */
const placeOf = (day: string, descending: boolean): Place => ({
  at: 'value',
  value: startOfDay(day, descending ? 1 : 0),
})

export const GoTo = (props: GoToProps) => (
  <Popover
    label="Go to"
    placement="bottom end"
    trigger={(trigger) => (
      <Button {...trigger} size="small" icon={CornerRightDown}>
        Go to
      </Button>
    )}
  >
    {(close) => <Places {...props} close={close} />}
  </Popover>
)

function Places({ title, isTime, descending, onGo, close }: GoToProps & { close: () => void }) {
  const [day, setDay] = useState('')
  const go = (place: Place) => {
    onGo(place)
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day) go(placeOf(day, descending))
  }
  const [first, last] = isTime ? (descending ? ['Newest', 'Oldest'] : ['Oldest', 'Newest']) : ['First', 'Last']
  return (
    <GoToPanel onSubmit={submit}>
      <Button size="small" variant="ghost" icon={ArrowUpToLine} onClick={() => go({ at: 'start' })}>
        {first}
      </Button>
      <Button size="small" variant="ghost" icon={ArrowDownToLine} onClick={() => go({ at: 'end' })}>
        {last}
      </Button>
      {isTime && (
        <>
          <TextInput
            type="date"
            label={`Day of “${title}”`}
            controlSize="page"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <Button size="small" variant="primary" type="submit" disabledReason={day ? undefined : 'Choose a day'}>
            Go to day
          </Button>
        </>
      )}
    </GoToPanel>
  )
}
