/** The claim of a record on its page, for people who may change it. Loaded only for lists whose records are claimed. */
import { ClaimBar } from '@features/shared/claim/ClaimBar'
import { useClaim, type ClaimProps } from '@features/shared/claim/claimed.container'

export default function ClaimContainer(props: ClaimProps) {
  const { view, commands, releaseOnLeaving } = useClaim(props)
  return (
    <ClaimBar
      view={view}
      noun={props.resource.noun.one}
      onClaim={() => (releaseOnLeaving(), commands.take())}
      onTakeOver={commands.takeOver}
      onTakeOverBecause={(note) => (releaseOnLeaving(), commands.takeOverBecause(note))}
      onCancel={commands.cancel}
      onRelease={commands.release}
    />
  )
}
