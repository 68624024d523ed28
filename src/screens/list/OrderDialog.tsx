/**
 * The order of a list while a person changes it: the records with their positions, the outcome of the save, and the
 * question before leaving.
 */
import { FileClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { OrderList, type OrderedThing } from '@design-system/components/OrderList/OrderList'
import { Button } from '@design-system/primitives/Button/Button'
import { Foot, FootLine, KeptNote } from '@features/shared/form/form.styles'
import { LeaveQuestion } from '@features/shared/form/LeaveQuestion'
import { Messages } from './OrderDialog.styles'

/** The dialog's view of an order. */
export interface OrderDialogView {
  state:
    | 'opening'
    | 'unmoved'
    | 'moved'
    | 'leaving'
    | 'rereading'
    | 'conflict'
    | 'refused'
    | 'saving'
    | 'checking'
    | 'unresolved'
    | 'saved'
    | 'left'
  /** Changes by others since the person began: ids of records. */
  changes: { came: readonly string[]; went: readonly string[]; isReordered: boolean }
  /** Moves from an earlier session are shown. */
  isRestored: boolean
  /** Why the save was rejected. */
  problem: string | null
  /** Nothing can be moved at the moment. */
  locked: boolean
  /** There are changes that can be saved now. */
  canSave: boolean
}

export interface OrderDialogProps {
  view: OrderDialogView
  noun: { readonly one: string; readonly many: string }
  /** In the displayed order. */
  things: readonly OrderedThing[]
  /** Number of records that the person moved. */
  moved: number
  nameOf: (id: string) => string
  onMove: (ids: readonly string[]) => void
  onSave: () => void
  onCheck: () => void
  /** Reloads the list. */
  onReread: () => void
  onDiscard: () => void
  /** ×, Esc, Cancel. */
  onLeave: () => void
  onStay: () => void
  onLeaveAnyway: () => void
}

/** Maximum number of records that are named; the rest is counted. */
const NAMED = 3

/** 'Keno, Slots and 4 more' */
function namesOf(ids: readonly string[], nameOf: (id: string) => string): string {
  const names = ids.slice(0, NAMED).map(nameOf)
  const rest = ids.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** Changes by others since the person began; '' if there are none. */
function changesText({ came, went, isReordered }: OrderDialogView['changes'], nameOf: (id: string) => string): string {
  return [
    came.length > 0 && `New in the list: ${namesOf(came, nameOf)}.`,
    went.length > 0 && `No longer in the list: ${namesOf(went, nameOf)}.`,
    isReordered && 'Somebody else has changed the order too.',
  ]
    .filter(Boolean)
    .join(' ')
}

export function OrderDialog({ view, noun, things, moved, nameOf, ...on }: OrderDialogProps) {
  const { state, changes, isRestored, problem, locked, canSave } = view
  const changed = changesText(changes, nameOf)
  const countOfMoved = `${moved} ${moved === 1 ? noun.one : noun.many} moved`
  const small = (label: string, onClick: () => void): ReactNode => (
    <Button size="small" onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <Modal title={`Order of the ${noun.many}`} onClose={on.onLeave}>
      <Messages>
        {state === 'refused' && <Banner tone="danger">{problem}</Banner>}
        {state === 'rereading' && (
          <Banner tone="warning" action={small('Read again', on.onReread)}>
            Nothing was saved: the list of {noun.many} has changed meanwhile. Your moves are kept. Reading the list
            again...
          </Banner>
        )}
        {state === 'conflict' && (
          <Banner tone="warning">
            Nothing was saved: the list of {noun.many} has changed meanwhile. {changed} Your moves are on the list as it
            is now. Look at it, then save it again.
          </Banner>
        )}
        {state !== 'conflict' && changed !== '' && (
          <Banner tone="info">
            <output>{changed} Your moves are kept.</output>
          </Banner>
        )}
        {isRestored && state !== 'conflict' && (
          <Banner tone="info" icon={FileClock}>
            <output>Your moves of an earlier time, which were not saved, are shown.</output>
          </Banner>
        )}
        {state === 'checking' && (
          <Banner tone="warning" action={small('Check again', on.onCheck)}>
            No answer yet. Checking whether the order was saved...
          </Banner>
        )}
        {state === 'unresolved' && (
          <Banner tone="danger">It is not known whether the order was saved: the server has not answered.</Banner>
        )}
      </Messages>
      <OrderList label={`Order of the ${noun.many}`} things={things} disabled={locked} onReorder={on.onMove} />
      <Foot>
        <FootLine hidden={state === 'leaving'}>
          {canSave && (
            <KeptNote>
              <output>{countOfMoved}</output>
              <Button variant="ghost" size="small" onClick={on.onDiscard}>
                Discard
              </Button>
            </KeptNote>
          )}
          <Button
            size="large"
            onClick={on.onLeave}
            disabledReason={state === 'saving' || state === 'checking' ? 'Wait for the server’s answer' : undefined}
          >
            {state === 'unresolved' ? 'Close' : 'Cancel'}
          </Button>
          {state === 'unresolved' ? (
            <Button variant="primary" size="large" onClick={on.onCheck}>
              Check again
            </Button>
          ) : (
            <Button
              variant="primary"
              size="large"
              busy={state === 'saving' || state === 'checking'}
              disabled={!canSave}
              onClick={on.onSave}
            >
              Save order
            </Button>
          )}
        </FootLine>
        {state === 'leaving' && (
          <LeaveQuestion
            text={`${countOfMoved}: the new order is not kept.`}
            stay={on.onStay}
            leaveAnyway={on.onLeaveAnyway}
          />
        )}
      </Foot>
    </Modal>
  )
}
