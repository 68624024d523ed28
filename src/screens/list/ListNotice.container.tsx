/** What waits in another list, with a link to it: for those who may read it, and as it is now. */
import { useMemo } from 'react'
import { TAB_COUNT_MAX } from '@contract/constants'
import { canRead, type Access } from '@contract/permissions'
import { recordCalls } from '@contract/records/calls'
import { fieldsOfTab } from '@contract/records/paths'
import { Banner } from '@design-system/components/Banner/Banner'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { cappedCount } from '@design-system/primitives/Badge/Badge'
import { Link } from '@features/shared/Link'
import { useTabCounts } from '@features/shared/tab-counts.container'
import type { ListNotice, Resource, Row } from '@resources/resource'
import { NoticeStrip } from './list.styles'

export interface ListNoticeProps {
  notice: ListNotice
  access: Access
}

export default function ListNoticeContainer({ notice, access }: ListNoticeProps) {
  const { record, tab } = notice
  const mayRead = fieldsOfTab(record.tabs![tab]!).every((field) => canRead(access, record.subject, field))
  return mayRead && <Counted notice={notice} />
}

function Counted({ notice: { record, route, tab, text } }: Pick<ListNoticeProps, 'notice'>) {
  const counted = useMemo(
    () => ({ subject: record.subject, operations: recordCalls(record) as unknown as Resource<Row>['operations'] }),
    [record],
  )
  const count = useTabCounts(counted).counts?.[tab] ?? 0
  if (count === 0) return null
  const shown = cappedCount(count, TAB_COUNT_MAX)
  const [one, many] = record.noun
  return (
    <NoticeStrip>
      <Banner
        tone="warning"
        action={
          <TextLink as={Link} to={`${route}?tab=${tab}`}>
            {count === 1 ? 'Show it' : `Show all ${shown}`}
          </TextLink>
        }
      >
        {shown} {count === 1 ? `${one} is` : `${many} are`} {record.tabs![tab]!.label.toLowerCase()}. {text}
      </Banner>
    </NoticeStrip>
  )
}
