/** A top bar over a console with its live actors, for stories of the items in the bar. */
import { useSelector } from '@xstate/react'
import { useLocation } from 'react-router-dom'
import LiveActions from '@app/LiveActions'
import { staffFixture } from '@mocks/fixtures/staff'
import { StoryConsole } from '@tests/kit/story-console'
import { PageLink } from '../shell/PageLink'
import { TopBar } from '../shell/TopBar'
import { useConsole, useLive } from '@console/console'
import { selectIsKnown } from '@machines/access/access.view'

/** The person who is signed in in these stories, unless they pass another. */
export const ROLE = 'SUPPORT_AGENT'
/** Id of the signed-in person. */
export const MY_ID = staffFixture().find(({ role }) => role === ROLE)!.id

function Page() {
  const live = useLive()
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  const { pathname, search } = useLocation()
  return (
    <div style={{ '--bar-height': '56px', minHeight: 640 } as object}>
      <TopBar
        title={[`At ${pathname}${search}`]}
        actions={live && known && <LiveActions live={live} />}
        avatar={null}
      />
      <main style={{ padding: 24 }}>
        <p>What the page holds stands here.</p>
        <nav aria-label="Menu">
          <PageLink to="/support">Menu item of support tickets</PageLink>
        </nav>
        <button type="button">Something of the page</button>
      </main>
    </div>
  )
}

interface Props {
  signedInAs?: string
  path?: string
}

/** @param signedInAs role of the signed-in person @param path of the open page */
export const LiveBar = ({ signedInAs = ROLE, path = '/' }: Props) => (
  <StoryConsole isLive signedInAs={signedInAs} path={path}>
    <Page />
  </StoryConsole>
)
