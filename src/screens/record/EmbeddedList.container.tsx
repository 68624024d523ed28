/** The records of another list that refer to the record of a page: a part of that list, with its own names in the address. */
import { use, useMemo } from 'react'
import type { RecordTab } from '@resources/resource'
import { loadResource } from '@resources/load'
import { scopedResource } from '@resources/scoped-resource'
import { ListOf } from '../list/ListScreen.container'
import { ListQueryPrefix } from '../list/list-query.container'

export interface EmbeddedListProps {
  tab: RecordTab
  /** Id of the record whose page it is. */
  id: string
}

const loading = new Map<string, ReturnType<typeof loadResource>>()
/** The same promise for each drawing: a component that waits for it is drawn anew. */
const resourceOf = (name: string) => {
  const known = loading.get(name)
  if (known) return known
  const promise = loadResource(name)
  loading.set(name, promise)
  // A failed load is tried again.
  promise.catch(() => loading.delete(name))
  return promise
}

export default function EmbeddedList({ tab, id }: EmbeddedListProps) {
  const resource = use(resourceOf(tab.resource))
  const part = useMemo(() => scopedResource(resource, tab.by, id), [resource, tab.by, id])
  return (
    <ListQueryPrefix value={`${tab.key}.`}>
      <ListOf key={id} resource={part} />
    </ListQueryPrefix>
  )
}
