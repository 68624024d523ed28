/** The export of a paged list: all rows that its filter finds, with every field that the person may read. */
import { useEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { Download, X } from 'lucide-react'
import type { PageQuery } from '@contract/records/page-query'
import { csvHead, csvLines } from '@design-system/patterns/Table/export-csv'
import type { Column } from '@design-system/patterns/Table/types'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { download } from '@features/shared/download'
import { formatCount } from '@features/shared/format'
import { createListExport } from '@machines/list-export/list-export.implementations'
import { listExportCommands, selectExported } from '@machines/list-export/list-export.view'
import type { Resource, Row } from '@resources/resource'

interface ExporterOptions {
  resource: Pick<Resource<Row>, 'noun' | 'operations'>
  /** The current view of the list, and the name of its file; read when an export starts. */
  listed: () => { query: PageQuery; columns: readonly Column<Row>[]; name: string }
}

/** The most recently rendered value. */
function latestOf<T>(value: T) {
  let latest = value
  return { get: () => latest, set: (next: T) => void (latest = next) }
}

/** @returns the button that starts the export, and while it runs its progress, which cancels it */
export function useExporter({ resource: { noun, operations }, listed }: ExporterOptions) {
  const running = useConsole()
  const [latest] = useState(() => latestOf(listed))
  useEffect(() => latest.set(listed), [latest, listed])
  const [machine] = useState(() =>
    running.listExport<Row>(createListExport, {
      operation: operations.list as never,
      counted: (count) => `${formatCount(count)} ${count === 1 ? noun.one : noun.many}`,
      begin() {
        const { query, columns, name } = latest.get()()
        const parts = [csvHead(columns)]
        return {
          query,
          add: (rows) => void parts.push(csvLines(columns, rows)),
          save: () => download(parts, name, 'text/csv'),
        }
      },
    }),
  )
  const actor = useActorRef(machine)
  const count = useSelector(actor, selectExported)
  const { start, cancel } = listExportCommands((event) => actor.send(event))
  return {
    starter: (
      <Button
        variant="ghost"
        icon={Download}
        onClick={start}
        disabledReason={count === null ? undefined : 'An export is running'}
      >
        Export
      </Button>
    ),
    progress: count !== null && (
      <Button variant="ghost" icon={X} onClick={cancel} aria-label={`Cancel the export, ${formatCount(count)} read`}>
        {formatCount(count)} read
      </Button>
    ),
  }
}
