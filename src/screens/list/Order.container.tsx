/** Puts the records of a list into an order: changed here, saved as one call (records, Lists). */
import { useMemo, useState } from 'react'
import { describeError } from '@contract/errors'
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { OrderList } from '@design-system/components/OrderList/OrderList'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow, valuesOfRow } from '@resources/row-values'

export interface OrderContainerProps {
  resource: Resource<Row>
  /** All records of the list, as it has them. */
  rows: readonly Row[]
  /** The new order was saved, or the list on the server holds other records: it must be read again. */
  onOutdated: () => void
  onClose: () => void
}

const placeOf = (row: Row) => Number(valuesOfRow(row).position ?? 0)

export default function OrderContainer({ resource, rows, onOutdated, onClose }: OrderContainerProps) {
  const { api, toasts } = useConsole()
  const inOrder = useMemo(() => rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ id }) => id), [rows])
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // Records that came or went since belong to the order all the same: new ones at the end.
  const known = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const ids = useMemo(() => {
    if (!chosen) return inOrder
    const placed = new Set(chosen)
    return [...chosen.filter((id) => known.has(id)), ...inOrder.filter((id) => !placed.has(id))]
  }, [chosen, inOrder, known])
  // Each thing stays the same object, so that a line that did not change costs nothing.
  const thingOf = useMemo(() => {
    const things = rows.map((row) => ({
      id: row.id,
      name: nameOfRow(resource, row),
      ...(row.is_deleted && { muted: true }),
    }))
    return new Map(things.map((thing) => [thing.id, thing]))
  }, [resource, rows])
  const things = useMemo(() => ids.map((id) => thingOf.get(id)!), [ids, thingOf])
  const isChanged = ids.some((id, index) => id !== inOrder[index])

  const save = async () => {
    setBusy(true)
    setProblem(null)
    const answer = await api.call(resource.operations.order!, { body: { ids: [...ids] } }, {})
    setBusy(false)
    if (answer.ok) {
      toasts.show('success', answer.value.message ?? 'Successfully Updated')
      onOutdated()
      onClose()
    } else {
      setProblem(describeError(answer.error))
      if (answer.error.kind === 'conflict') onOutdated()
    }
  }
  return (
    <Modal
      title={`Order of the ${resource.noun.many}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={!isChanged} onClick={() => void save()}>
            Save order
          </Button>
        </>
      }
    >
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <OrderList label={`Order of the ${resource.noun.many}`} things={things} disabled={busy} onReorder={setChosen} />
    </Modal>
  )
}
