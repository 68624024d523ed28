import { useEffect, type RefObject } from 'react'
import type { RowEngine } from './engine/row-engine'
import { showForPrint } from './print-rows'
import type { Column, TableView } from './types'

interface PrintedProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  view: TableView
  engine: RowEngine<Row>
  root: RefObject<HTMLElement | null>
  shown: readonly Column<Row>[]
}

/** While the page is printed, all rows are in it, without what surrounds them. */
export default function PrintedRows<Row>({ engine, root, label, columns, shown, view }: PrintedProps<Row>): null {
  useEffect(() => {
    let remove: (() => void) | undefined
    const end = () => {
      remove?.()
      remove = undefined
    }
    const begin = () => {
      end()
      const { length, pages, counting } = engine.getState()
      const isWhole = !counting && (!pages || (pages.start && pages.end))
      const rows = engine.shownRows()
      remove =
        root.current === null
          ? undefined
          : showForPrint(root.current, {
              title: label.charAt(0).toUpperCase() + label.slice(1),
              columns,
              shown,
              view,
              rows,
              count: isWhole ? length : null,
            })
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      end()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [engine, root, label, columns, shown, view])
  return null
}
