/** The rights of the signed-in person, from the account menu. */
import { useMemo } from 'react'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { Rights } from './Rights'
import { rightsInWords } from '../shared/rights-in-words'

export default function RightsContainer({ onClose }: { onClose: () => void }) {
  const { actors } = useConsole()
  const profile = useSelector(actors.profile, (snapshot) => snapshot.context.profile)
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const rights = useMemo(() => rightsInWords(access), [access])
  return <Rights profile={profile} rights={rights} onClose={onClose} />
}
