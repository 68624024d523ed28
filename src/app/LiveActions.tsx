import styled from 'styled-components'
import { media } from '@design-system/tokens/tokens'
import { NotificationsContainer } from '@features/notifications/Notifications.container'
import type { LiveParts } from '@console/console'
import { ShiftButtonContainer } from '@features/shift/ShiftButton.container'
import { Divider } from '@features/shell/TopBar'
import { UnreadContainer } from '@features/unread/Unread.container'

/** Hidden on a phone, which has these actions in its bottom bar. */
const AbovePhone = styled.span`
  display: contents;
  ${media.phone} {
    display: none;
  }
`

/** The part of the top bar that shows the live actors, left of the avatar. Loaded together with them. */
export default function LiveActions({ live }: { live: LiveParts }) {
  return (
    <>
      <ShiftButtonContainer shift={live.shift} />
      <Divider aria-hidden />
      <AbovePhone>
        <UnreadContainer chatUnread={live.chatUnread} supportUnread={live.supportUnread} />
      </AbovePhone>
      <NotificationsContainer notifications={live.notifications} notificationRecords={live.notificationRecords} />
    </>
  )
}
