/** What was changed while an approval waited, so that it was cancelled: from the history of the row that it waited at. */
import { useSelector } from '@xstate/react'
import type { Approval } from '@contract/entities/approval'
import { ok } from '@contract/errors'
import { canOpen } from '@contract/permissions'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { loadResource } from '@resources/load'
import { listOfRecord } from '@resources/record-page'
import { Changes } from '../record/Changes'
import { linesOf, type HistoryLine } from '../record/events'
import { WhatChanged } from './WhatChanged'

export interface WhatChangedProps {
  approval: Approval
}

/** Written by the request itself, and by its withdrawal. */
const REQUEST = 'requested_at'

export default function WhatChangedContainer({ approval }: WhatChangedProps) {
  const { api, actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const { row, requested_at, currency } = approval
  const { value } = useReading<readonly HistoryLine[]>(async (signal) => {
    const page = listOfRecord(row.record)
    if (!page || !canOpen(access, page.subjects)) return ok([])
    const resource = await loadResource(page.resource)
    const answer = await api.call(resource.operations.history, { params: { id: row.id } }, { signal })
    return answer.ok ? ok(linesOf(resource, answer.value.data, { currency })) : answer
  })
  const changes = (value ?? [])
    .filter(({ at }) => Date.parse(at) >= Date.parse(requested_at))
    .map(({ id, at, actor, change, changes: several }) => ({
      id,
      at,
      who: actor?.name,
      changes: [...(change ? [change] : []), ...several.map((each) => each.change)].filter(
        ({ column }) => column.field !== REQUEST,
      ),
    }))
    .filter((line) => line.changes.length > 0)
  return (
    <WhatChanged
      lines={changes.map(({ id, at, who, changes: lines }) => ({
        id,
        at,
        who: who ?? 'The platform',
        values: <Changes changes={lines} currency={currency} />,
      }))}
    />
  )
}
