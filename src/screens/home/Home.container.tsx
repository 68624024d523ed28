/** Home, connected to profile, access and one read of the counts. */
import { useEffect, useMemo } from 'react'
import { useSelector } from '@xstate/react'
import { describeError } from '@contract/errors'
import { profileOperations } from '@contract/http/profile'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { shownCounts, type Counts } from './counted-records'
import { Home } from './Home'
import { rightsInWords } from './rights-in-words'

export default function HomeContainer() {
  const { actors, api, settled } = useConsole()
  const profile = useSelector(actors.profile, (snapshot) => snapshot.context.profile)
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const { state, value, error, retry } = useReading<Counts>(async (signal) => {
    const answer = await api.call(profileOperations.counts, {}, { signal })
    return answer.ok ? shownCounts(answer.value.data) : answer
  })
  const stands = state !== 'loading'
  useEffect(() => {
    if (stands) settled.mark()
  }, [stands, settled])

  const rights = useMemo(() => rightsInWords(access), [access])
  return (
    <Home
      profile={profile}
      rights={rights}
      counts={{
        state,
        counts: value,
        problem: error && describeError(error),
        requestId: error?.requestId ?? null,
        onRetry: retry,
        onRefresh: retry,
      }}
    />
  )
}
