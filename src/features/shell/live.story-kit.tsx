/** The frame over a console with its live actors, for stories of features that use the socket. */
import { useSelector } from '@xstate/react'
import LiveActions from '@app/LiveActions'
import { useTwoFactor } from '@app/two-factor'
import { selectSessionView } from '@machines/session/session.view'
import { StoryConsole } from '@tests/kit/story-console'
import { UpdateContainer } from '../update/Update.container'
import { useConsole, useLive } from '@console/console'
import ShellContainer from './Shell.container'

const nothing = () => undefined

/** As the router does: the frame, or the login if nobody is signed in. */
function Gate() {
  const { session } = useConsole().actors
  const live = useLive()
  const twoFactor = useTwoFactor()
  const surface = useSelector(session, (snapshot) => selectSessionView(snapshot).surface)
  if (surface !== 'console') return surface === 'login' ? <h1>LOG IN</h1> : null
  return (
    <ShellContainer
      onOpen={nothing}
      onFindNear={nothing}
      onNear={nothing}
      prefetchAllowed={false}
      actions={live && <LiveActions live={live} />}
      twoFactor={twoFactor.drawSwitch}
      notice={live && <UpdateContainer update={live.update} />}
    >
      <p style={{ padding: 24 }}>What the page holds stands here.</p>
      {twoFactor.shown}
    </ShellContainer>
  )
}

/** @param signedInAs role of the signed-in person */
export const LiveFrame = ({ signedInAs = 'SUPPORT_AGENT' }: { signedInAs?: string }) => (
  <StoryConsole isLive signedInAs={signedInAs} path="/support">
    <Gate />
  </StoryConsole>
)
