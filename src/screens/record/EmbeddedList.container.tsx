/** The records of another list that refer to the page's record. Its query parameters have their own prefix. */
import { use, useMemo } from 'react'
import type { RecordTab } from '@resources/resource'
import { loadResource } from '@resources/load'
import { scopedResource } from '@resources/scoped-resource'
import { ListOf } from '../list/ListScreen.container'
import { ListQueryPrefix } from '../list/list-query.container'

export interface EmbeddedListProps {
  tab: RecordTab
  /** Id of the page's record. */
  id: string
}

const loading = new Map<string, ReturnType<typeof loadResource>>()
/** Returns the same promise for each render, because `use` renders the component again once it resolves. */
const resourceOf = (name: string) => {
  const known = loading.get(name)
  if (known) return known
  const promise = loadResource(name)
  loading.set(name, promise)
  // The next render tries a failed load again.
  promise.catch(() => loading.delete(name))
  return promise
}

export default function EmbeddedList({ tab, id }: EmbeddedListProps) {
  const resource = use(resourceOf(tab.resource))
  const part = useMemo(() => scopedResource(resource, tab, id), [resource, tab, id])
  return (
    <ListQueryPrefix value={`${tab.key}.`}>
      <ListOf key={id} resource={part} />
    </ListQueryPrefix>
  )
}
