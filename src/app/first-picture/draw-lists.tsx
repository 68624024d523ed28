/** Renders the pictures of the lists at build time (build/pages.ts): the frame and the table without rows. */
import { StaticRouter } from 'react-router-dom'
import { fieldsOfTab } from '@contract/records/paths'
import type { RecordDefinition } from '@contract/records/record'
import { Banner } from '@design-system/components/Banner/Banner'
import { Tabs } from '@design-system/components/Tabs/Tabs'
import { Table } from '@design-system/patterns/Table/Table'
import type { Column } from '@design-system/patterns/Table/types'
import { Shell } from '@features/shell/Shell'
import { ActionBones } from '@features/shell/TopBar'
import { firstCalls } from '@resources/first-calls'
import { loadResource } from '@resources/load'
import { titleOf } from '@resources/menu'
import { PAGES } from '@resources/pages'
import type { Row } from '@resources/resource'
import { tableColumns } from '@screens/list/columns'
import { ListSide, Split, TabStrip } from '@screens/list/list.styles'
import { ownOrderOf, pagedColumns } from '@screens/list/paged-view'
import { NOT_LOADED, type IN_PAGE } from './in-page'
import type { ListPicture } from './list-picture'
import { draw } from './draw'

const nothing = () => undefined

/**
 * Hides parts that only the running console can fill or handle: the tabs with their counts, the buttons above the list,
 * the line below it, and the names of keys.
 */
const LISTED_ALONE = '[data-picture] :is([data-tab-strip]>*,[data-bar-end],[data-table-foot]>*,kbd){visibility:hidden}'

/** A list without rows. */
const NO_ROWS = { rows: [], revision: 0, subscribe: () => nothing }
const NO_VIEW = { search: '', filters: {}, sort: null, columns: null }

/** @returns the frame before any data about the person is read */
const drawFrame = (layout: 'expanded' | 'collapsed', title: readonly string[], path: string) => (
  <StaticRouter location={path}>
    <Shell
      layout={layout}
      menu={null}
      path={path}
      title={title}
      open={new Set()}
      onToggle={nothing}
      onCollapse={nothing}
      look={{ theme: 'system', density: 'default', onTheme: nothing, onDensity: nothing }}
      person={null}
      actions={<ActionBones />}
      trouble={null}
      page={{ is: 'ready' }}
      connection={{ state: 'connecting', since: 0, nextTryAt: null }}
      onFind={nothing}
      onFindNear={nothing}
      onHelp={nothing}
      onMessages={nothing}
      onRights={nothing}
      onChangePassword={nothing}
      onSignOut={nothing}
      onNear={nothing}
      prefetchAllowed={false}
    >
      <div data-page />
    </Shell>
  </StaticRouter>
)

/** The properties that determine the position and look of a column. */
const PICTURED = [
  'key',
  'title',
  'width',
  'minWidth',
  'kind',
  'align',
  'emphasis',
  'hidden',
  'hideable',
  'wordless',
  'framed',
  'priority',
  'inSight',
] as const satisfies readonly (keyof Column<Row>)[]
export type Pictured = Pick<Column<Row>, (typeof PICTURED)[number]>
const pictured = (column: Column<Row>): Pictured =>
  Object.fromEntries(PICTURED.map((key) => [key, column[key]])) as unknown as Pictured

export interface DrawnList {
  /** Styles and markup, each for its own template in the page. */
  parts: Record<keyof typeof IN_PAGE.listParts, string>
  list: ListPicture
}

/** @returns the pictures by route, except of lists whose rows the console sorts itself */
async function drawLists(): Promise<Record<string, DrawnList>> {
  const pictures: Record<string, DrawnList> = {}
  for (const { route, resource: name, url, accept, isPaged } of firstCalls) {
    const resource = await loadResource(name)
    // The console sorts these once all of their rows have arrived.
    if (resource.ordered) continue
    const page = PAGES.find((each) => each.route === route)!
    const record = resource.record as RecordDefinition
    const all = tableColumns(resource.columns, NO_ROWS, {})
    const columns = isPaged ? pagedColumns(record, all, NO_VIEW, []) : all
    const list = (
      <Split>
        <ListSide>
          {record.tabs && (
            <TabStrip data-tab-strip>
              <Tabs
                label={resource.noun.many}
                items={[{ key: '', label: 'All', href: route }]}
                selected=""
                onSelect={nothing}
              />
            </TabStrip>
          )}
          <Table<Row>
            label={resource.noun.many}
            source={NO_ROWS}
            // The head has a cell for each column: which of them there is room for is known in the browser.
            columns={columns.map((column) => ({ ...column, priority: 0 }))}
            view={{ ...NO_VIEW, sort: isPaged ? ownOrderOf(record) : null }}
            onViewChange={nothing}
            onColumnLookChange={nothing}
            status="loading"
            words={{ noun: resource.noun, empty: resource.empty }}
            rowId={({ id }) => id}
            rowName={({ id }) => id}
            rowActions={() => []}
            mostActions={resource.actions.length + 1}
            selection={{ ids: new Set(), allMatching: false }}
            onSelectionChange={nothing}
            onOpenRow={nothing}
          />
        </ListSide>
      </Split>
    )
    const title = titleOf(page, route)
    const { markup, style } = draw({
      expanded: drawFrame('expanded', title, route),
      collapsed: drawFrame('collapsed', title, route),
      page: list,
      failure: <Banner tone="danger">{NOT_LOADED}</Banner>,
    })
    pictures[route] = {
      parts: { style: `<style>${LISTED_ALONE}${style}</style>`, ...markup },
      list: {
        url,
        accept,
        isPaged,
        subjects: page.subjects,
        subject: resource.subject,
        slug: resource.slug,
        columns: columns.map((column, index) => {
          const { field, kind, labels, items, nothing: none } = resource.columns[index]!
          return {
            column: pictured(column),
            shown: { field, kind, labels, items, nothing: none },
            isRich: 'render' in column && column.render !== undefined,
          }
        }),
        tabs: Object.values(record.tabs ?? {}).map(fieldsOfTab),
        linked: resource.rowRoute !== undefined,
        mostActions: resource.actions.length + 1,
      },
    }
  }
  return pictures
}

/** The parts of the lists' pictures, by route. */
export const drawnLists = await drawLists()
